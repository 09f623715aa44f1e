// SPDX-License-Identifier: MIT
internal import Commands
internal import Platform

Entry.prepare()
Machine.exit(Entry.run(Array(Machine.arguments.dropFirst())))
