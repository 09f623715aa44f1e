// SPDX-License-Identifier: MIT
import Arguments
import Foundation
import Testing

@Suite struct CompletionTests {
  /// A program whose words need every kind of quoting.
  static let awkward = ProgramSpec(
    name: "it-s", summary: "It's [a: \\b] `c` $D \"e\".", version: "1",
    commands: [
      ProgramCommand(
        CommandSpec(
          name: "go", summary: "It's [a: \\b] `c` $D \"e\".",
          options: [
            .value(
              "what", letter: "w", "[A]:'B'", into: \.from,
              completion: .choices(["a b", "$HOME", "`id`", "it's", "x:y", "#eeff00"]),
              help: "It's [a: \\b] `c` $D \"e\".")
          ],
          operands: [.required("TO", into: \.to, completion: .directory, help: "It's 'a'.")],
          defaults: Painter.CopyOptions()
        ).description)
    ])

  /// A program with choices that depend on another option.
  static var dependent: ProgramSpec {
    ProgramSpec(
      name: "draw", summary: "Draw.", version: "1",
      commands: [
        ProgramCommand(
          CommandSpec(
            name: "film", summary: "Make a film.",
            options: [
              .value(
                "view", "NAME", into: \.from, completion: .choices(["round", "long"]),
                help: "A view."
              ),
              .value(
                "look", "NAME", into: \.to,
                completion: .choicesBy(
                  option: "view",
                  [
                    ValueChoices("round", ["sun", "old"]), ValueChoices("long", ["spiral", "old"]),
                  ]),
                help: "A preset; others override it."),
            ], defaults: Painter.CopyOptions()
          ).description)
      ])
  }

  @Test(
    .enabled(if: Tool.bash.isInstalled),
    arguments: Sample.allCases)
  func `bash can read its script`(sample: Sample) throws {
    #expect(try Tool.bash.run(["-n", "@"], on: sample.program.completions(for: .bash)) == (0, ""))
  }

  @Test(.enabled(if: Tool.zsh.isInstalled), arguments: Sample.allCases)
  func `zsh can read its script`(sample: Sample) throws {
    #expect(try Tool.zsh.run(["-n", "@"], on: sample.program.completions(for: .zsh)) == (0, ""))
  }

  @Test(.enabled(if: Tool.zsh.isInstalled))
  func `zsh completes at the first time that it loads its script`() throws {
    let script = """
      compdef() { print registered }
      _arguments() { print completed }
      functions[_it-s]=$(cat <<'END'
      \(Self.awkward.completions(for: .zsh))
      END
      )
      _it-s
      """
    #expect(try Tool.zsh.run(["-f", "@"], on: script) == (0, "completed\n"))
  }

  @Test(.enabled(if: Tool.fish.isInstalled), arguments: Sample.allCases)
  func `fish can read its script`(sample: Sample) throws {
    #expect(try Tool.fish.run(["-n", "@"], on: sample.program.completions(for: .fish)) == (0, ""))
  }

  /// The last word is the one to complete.
  static let cases: [(line: [String], replies: [String])] = [
    (["painter", ""], ["paint", "copy", "--help", "--version"]),
    (["painter", "co"], ["copy"]),
    (["painter", "paint", "--o"], ["--output", "--overwrite"]),
    (["painter", "paint", "--no"], ["--no-spokes"]),
    (["painter", "copy", "-n"], ["-n"]),
    (["painter", "paint", "--format", ""], ["png", "svg", "tiff"]),
    (["painter", "paint", "-f", "s"], ["svg"]),
    (["painter", "paint", "--jobs", ""], []),
    (["painter", "copy", "--shell", "z"], ["zsh"]),
    (["painter", "paint", "-o", "/et"], ["/etc"]),
    (["painter", "paint", "-q", "/etc/passw"], ["/etc/passwd"]),
    (["painter", "paint", "--paper", "/etc/passw"], ["/etc/passwd"]),
  ]
  static let dependentCases: [(line: [String], replies: [String])] = [
    (["draw", "film", "--look", ""], ["sun", "old", "spiral"]),
    (["draw", "film", "--view", "long", "--look", ""], ["spiral", "old"]),
    (["draw", "film", "--view", "round", "--look", "s"], ["sun"]),
    (["draw", "film", "--view", "long", "--view", "round", "--look", ""], ["sun", "old"]),
    (["draw", "film", "--view", "other", "--look", ""], ["sun", "old", "spiral"]),
  ]
  static let bashCases: [(line: [String], replies: [String])] =
    cases + dependentCases + [
      (["draw", "film", "--view", "=", "long", "--look", "=", "s"], ["spiral"]),
      (["painter", "paint", "--format", "=", "p"], ["png"]),
      (["painter", "paint", "--format", "="], ["png", "svg", "tiff"]),
      (["painter", "paint", "--", "-"], []),
      (["it-s", "go", "--what", ""], ["a b", "$HOME", "`id`", "it's", "x:y", "#eeff00"]),
    ]

  @Test(.enabled(if: Tool.bash.isInstalled), arguments: bashCases)
  func `bash offers what fits the word`(line: [String], replies: [String]) throws {
    let program =
      line[0] == "painter" ? Painter.program : line[0] == "draw" ? Self.dependent : Self.awkward
    let words = line.map { "'\($0)'" }.joined(separator: " ")
    let script =
      program.completions(for: .bash) + """
        COMP_WORDS=(\(words)) COMP_CWORD=\(line.count - 1)
        _\(line[0].replacing("-", with: "_"))
        [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "${COMPREPLY[@]}" | grep -v /etc/passwd-

        """
    let output = try Tool.bash.run(["--norc", "@"], on: script).output
    #expect(output.split(separator: "\n").map(String.init) == replies)
  }

  @Test(
    .enabled(if: Tool.fish.isInstalled),
    arguments: cases.dropFirst().filter { $0.line.last != "-n" } + dependentCases
      + [(["draw", "film", "--view=long", "--look", "s"], ["spiral"])])
  func `fish offers what fits the word`(line: [String], replies: [String]) throws {
    let program = line[0] == "draw" ? Self.dependent : Painter.program
    let script =
      program.completions(for: .fish)
      + "complete -C '\(line.joined(separator: " "))'\n"
    let output = try Tool.fish.run(["--no-config", "@"], on: script).output
    let words = output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    let expected = replies.map { $0 == "/etc" ? "/etc/" : $0 }.sorted()
    #expect(words.filter { $0 != "/etc/passwd-" }.sorted() == expected)
  }

  @Test(
    .enabled(if: Tool.fish.isInstalled), arguments: ["painter paint --format", "draw film --look"])
  func `fish does not repeat the help of an option behind each choice`(line: String) throws {
    let program = line.hasPrefix("draw") ? Self.dependent : Painter.program
    let script = program.completions(for: .fish) + "complete -C '\(line) s'\n"
    let output = try Tool.fish.run(["--no-config", "@"], on: script).output
    #expect(!output.isEmpty && !output.contains("Kind of file") && !output.contains("A preset"))
  }

  @Test func `fish shows an option's help up to its first stop`() {
    let script = Painter.program.completions(for: .fish)
    for text in ["'Workers'", "'Kind of file'", "'A folder'"] {
      #expect(script.contains("-d \(text)\n"), "\(text)")
    }
  }

  @Test func `the zsh script has a spec for every form`() {
    let script = Painter.program.completions(for: .zsh)
    for spec in [
      "'(-f --format)-f+[Kind of file.]:png|svg|tiff:(png svg tiff)'",
      "'(-f --format)--format=[Kind of file.]:png|svg|tiff:(png svg tiff)'",
      "'(-q --quiet)-q[Say nothing.]'", "'*--tag=[A word to file it under.]:WORD: '",
      "'*:INPUT:_files'", "'paint:Paint each drawing as a picture.'",
    ] {
      #expect(script.contains(spec))
    }
    #expect(
      Self.dependent.completions(for: .zsh).contains(
        ":NAME:{case $opt_args[--view] in round) compadd sun old;; long) compadd spiral old;; "
          + "*) compadd sun old spiral;; esac}'"))
  }
}
