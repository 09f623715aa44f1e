// SPDX-License-Identifier: MIT
internal import Commands
internal import Platform

// Before the first task: with it the runtime opens files.
Entry.prepare()
Machine.exit(await Entry.run(Array(Machine.arguments.dropFirst())))
