// Comes later.
