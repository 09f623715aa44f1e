// Comes with its stage.
