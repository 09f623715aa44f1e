// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// A Slurm of one machine for one test: with a key, ports and a queue of its own.
///
/// Its processes have a name space of their own and end with its first one, which ends with the test.
final class TestCluster {
  /// Whether this process may run one: as root, where root may make name spaces.
  static let isAvailable: Bool = {
    guard geteuid() == 0,
      InstalledTool.areInstalled(.unshare, .sh, .munged, .slurmctld, .slurmd, .sbatch, .scontrol)
    else { return false }
    let words = nameSpaces + ["true"]
    return (try? InstalledTool.unshare.run(words)) != nil
  }()

  private static let nameSpaces = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]

  /// The folder in which scripts are submitted.
  let folder: TemporaryFolder

  private let system: TemporaryFolder
  private let first: RunningCommand

  /// Starts the daemons, and waits until the machine is ready.
  private init(in folder: TemporaryFolder, system: TemporaryFolder, disk: String?) throws {
    (self.folder, self.system) = (folder, system)
    for name in ["state", "spool"] { try system.makeFolder(name) }
    try system.write((0..<128).map { _ in UInt8.random(in: .min ... .max) }, "key")
    guard chmod(system.path("key"), 0o400) == 0 else {
      throw CommandError(description: "the key has no mode")
    }
    try system.write(try Self.configuration(in: system), "slurm.conf")
    // What slurmd leaves behind becomes a child of this shell, which collects it. A slurmd that ends
    // is started again when its tasks are old enough to be missed.
    let script = """
      if [ "$OPTIONS" ]; then
        mkdir -p out/pictures && mount -t tmpfs -o "$OPTIONS" tmpfs out/pictures || exit
      fi
      trap exit TERM
      exec 3<&0
      { read -r _ <&3; kill $$; } &
      \(try InstalledTool.munged.found) --foreground --force --key-file=$D/key --socket=$D/munge \\
        --pid-file=$D/munged.pid --log-file=$D/munged.log --seed-file=$D/seed &
      until [ -S $D/munge ]; do sleep 0.02; done
      \(try InstalledTool.slurmctld.found) -D -c -f $D/slurm.conf &
      while :; do \(try InstalledTool.slurmd.found) -D -N one -f $D/slurm.conf; sleep 4; done &
      wait
      """
    var command = CommandRun(
      try InstalledTool.unshare.found,
      Self.nameSpaces + [try InstalledTool.sh.found, "-c", script])
    command.folder = folder.path
    command.environment = ["D": system.path, "OPTIONS": disk ?? ""]
    command.input = .silentPipe
    first = try command.start()
    try wait("the machine is ready") { try self.tell("sinfo", "-h", "-o", "%T") == "idle" }
  }

  /// Lends a cluster; `disk` are options of a file system for the folder `out/pictures`,
  /// such as `size=2m`.
  static func with(disk: String? = nil, _ body: (TestCluster) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try TemporaryFolder.with { system in
        let cluster = try TestCluster(in: folder, system: system, disk: disk)
        defer { cluster.end() }
        try body(cluster)
      }
    }
  }

  private static func configuration(in system: TemporaryFolder) throws -> String {
    let host = ProcessInfo.processInfo.hostName
    let ports = try freePorts(2)
    // A task that is repeated waits as long as a credential is valid, two minutes if this is not set.
    return """
      ClusterName=test
      SlurmctldHost=\(host)(127.0.0.1)
      SlurmctldPort=\(ports[0])
      SlurmdPort=\(ports[1])
      SlurmUser=root
      AuthType=auth/munge
      AuthInfo=socket=\(system.path("munge")),cred_expire=5
      ProctrackType=proctrack/linuxproc
      TaskPlugin=task/none
      JobAcctGatherType=jobacct_gather/none
      AccountingStorageType=accounting_storage/none
      SelectType=select/cons_tres
      SelectTypeParameters=CR_CPU
      SchedulerParameters=batch_sched_delay=1,sched_interval=1,sched_min_interval=1000
      SlurmdParameters=config_overrides
      StateSaveLocation=\(system.path("state"))
      SlurmdSpoolDir=\(system.path("spool"))
      SlurmctldPidFile=\(system.path("slurmctld.pid"))
      SlurmdPidFile=\(system.path("slurmd.pid"))
      SlurmctldLogFile=\(system.path("slurmctld.log"))
      SlurmdLogFile=\(system.path("slurmd.log"))
      ReturnToService=2
      BatchStartTimeout=1
      MessageTimeout=2
      MpiDefault=none
      NodeName=one NodeHostname=\(host) NodeAddr=127.0.0.1 CPUs=4
      PartitionName=all Nodes=ALL Default=YES

      """
  }

  /// Ports that nobody listens on.
  private static func freePorts(_ count: Int) throws -> [UInt16] {
    let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    defer { for socket in sockets { close(socket) } }
    return try sockets.map { socket in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let failure = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
        }
      }
      guard failure == 0 else { throw CommandError(description: "no port") }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  private func end() {
    first.send(SIGKILL)
    _ = try? first.wait()
  }

  /// Submits one of the examples with these words.
  func submit(
    _ script: String, _ words: String..., environment: [String: String] = [:]
  ) throws {
    var command = CommandRun(
      try InstalledTool.sh.found, [Repository.fixture("Examples/slurm/\(script)")] + words)
    command.folder = folder.path
    command.environment = ["SLURM_CONF": system.path("slurm.conf"), "HOME": folder.path]
    command.environment["RADIAL_AUDIO"] = Repository.product("radial-audio")
    for (name, value) in environment { command.environment[name] = value }
    _ = try Program.succeed(command)
  }

  /// Runs one of the commands of Slurm, and gives what it prints.
  @discardableResult
  func tell(_ words: String...) throws -> String {
    var command = CommandRun("/usr/bin/env", words)
    command.environment = ["SLURM_CONF": system.path("slurm.conf")]
    return try command.run().text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The fields of all jobs that there are and were, and of each task.
  var jobs: [[String: String]] {
    get throws {
      try tell("scontrol", "--oneliner", "show", "job").split(separator: "\n").map { line in
        let fields = line.split(separator: " ").compactMap { field -> (String, String)? in
          let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
          return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        return Dictionary(fields) { first, _ in first }
      }
    }
  }

  /// What Slurm calls the I-th task of a step.
  func name(ofTask index: Int, of step: String) throws -> String {
    let array = try jobs.first { $0["JobName"] == step }?["ArrayJobId"]
    return "\(try #require(array))_\(index)"
  }

  /// How often the tasks of a step were started again, in their order.
  func restarts(of step: String) throws -> [Int] {
    try jobs.filter { $0["JobName"] == step }
      .sorted { Int($0["ArrayTaskId"] ?? "") ?? 0 < Int($1["ArrayTaskId"] ?? "") ?? 0 }
      .map { Int($0["Restarts"] ?? "") ?? -1 }
  }

  /// Waits until no job waits or runs.
  func finish() throws {
    try wait("all jobs have ended") {
      try self.jobs.allSatisfy {
        !["PENDING", "RUNNING", "COMPLETING", "REQUEUED"].contains($0["JobState"])
      }
    }
  }

  /// Waits until something is so, and says what was waited for where it never is.
  func wait(_ what: String, until condition: () throws -> Bool) throws {
    let start = ContinuousClock.now
    while try !condition() {
      guard start.duration(to: .now) < .seconds(Sanitizer.active == nil ? 120 : 900) else {
        let log = try? String(contentsOfFile: system.path("slurmctld.log"), encoding: .utf8)
        throw CommandError(description: "not in time: \(what)\n\(first.errors)\n\(log ?? "")")
      }
      usleep(50_000)
    }
  }

  /// Kills slurmd and the steps that it runs, with all that is in them, as a loss of power does. The
  /// machine is there again after some seconds, and knows of nothing.
  func killMachine() throws {
    let processes = processes(below: first.identifier)
    let killed = processes.filter { ["slurmd", "slurmstepd"].contains(Self.name(of: $0)) }
      .flatMap { [$0] + self.processes(below: $0) }
    try #require(killed.contains { Self.name(of: $0) == "radial-audio" })
    for process in killed { kill(process, SIGKILL) }
  }

  /// A path as the processes of the cluster see it.
  func inside(_ name: String) -> String { "/proc/\(shell)/root\(folder.path(name))" }

  /// The first process of the name space.
  private var shell: Int32 { processes(below: first.identifier).first ?? 0 }

  private func processes(below process: Int32) -> [Int32] {
    let path = "/proc/\(process)/task/\(process)/children"
    let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return children.split(separator: " ").compactMap { Int32($0) }
      .flatMap { [$0] + processes(below: $0) }
  }

  private static func name(of process: Int32) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return (name ?? "").trimmingCharacters(in: .newlines)
  }
}

extension TestCluster {
  /// A run of the program in the folder, beside the cluster.
  func command(_ words: String...) -> CommandRun {
    var command = Program.command(words + ["-q"])
    command.folder = folder.path
    return command
  }
}
