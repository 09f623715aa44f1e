// SPDX-License-Identifier: MIT
internal import Commands
internal import Platform

Machine.exit(await Entry.run(Array(CommandLine.arguments.dropFirst())))
