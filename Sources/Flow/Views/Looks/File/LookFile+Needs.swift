// SPDX-License-Identifier: MIT

/// What a look needs of a run, and what a run can do with it.
extension LookFile {
  /// Whether it has a place for a cover or a logo, in a look of a whole track.
  var takesCover: Bool {
    if case .number(0) = cover { return false }
    return true
  }

  /// Whether a layer depends on the turn.
  public var hasTurns: Bool { has(.turn) || has(.head) }

  /// Whether a layer shows hits.
  var hasHits: Bool { groups.contains { $0.domain.event == .hit } }

  /// Whether it depends on what is known of a whole song alone.
  var needsSong: Bool {
    uses.contains { use in
      if case .name(let name) = use { name.needsSong } else { use == .place(.chroma) }
    } || groups.contains { ![nil, .hit].contains($0.domain.event) }
  }

  /// Whether it depends on the bars of the song.
  var followsBars: Bool { needsSong || uses.contains(.name(.cycle)) }

  /// Whether all of it changes with each hit.
  var movesAllOver: Bool { has(.bands) || has(.count) }

  /// Whether a layer is of a domain.
  func has(_ domain: LookDomain.Kind) -> Bool { groups.contains { $0.domain.kind == domain } }

  /// Whether it lies on the sheet as that is: with a line or an area by x and y.
  var hasGround: Bool {
    groups.contains { $0.layers.contains { $0.mark.isJoined && $0.channels[.y] != nil } }
  }

  /// Whether a turn of it can be a part of the circle.
  var sweeps: Bool {
    !groups.contains { group in
      group.domain.kind == .count
        || group.domain.kind == .past && group.layers.contains { $0.mark.isJoined }
    }
  }

  /// Calls `body` with each layer, and with the settings of each of its copies.
  func eachCopy(
    _ settings: LookSettings, _ body: (LookGroup, LookLayer, LookSettings) -> Void
  ) {
    for group in groups {
      eachCopy(of: group, in: nil, settings) { layer, settings, _ in body(group, layer, settings) }
    }
  }

  /// Calls `body` with each layer of a group that a layout has, or any if it is `nil`, and with the settings and the
  /// name of each of its copies.
  func eachCopy(
    of group: LookGroup, in layout: FigureLayout?, _ settings: LookSettings,
    _ body: (LookLayer, LookSettings, String) -> Void
  ) {
    for layer in group.layers {
      if let layout, let only = layer.only, !only.contains(layout) { continue }
      let times = Int(constant(.times, layer.times, settings))
      for copy in 0..<times {
        var settings = settings
        settings.run[.k] = Double(copy)
        settings.fall = constant(.fall, of: group.domain, settings)
        body(layer, settings, times == 1 ? layer.name : "\(layer.name)-\(copy + 1)")
      }
    }
  }

  /// How fast the bands of layers fall, in dB a second.
  func falls(_ settings: LookSettings) -> [Double] {
    var falls: [Double] = []
    eachCopy(settings) { group, _, settings in
      if hasLevels(group) { falls.append(settings.fall) }
    }
    return falls
  }

  /// The readings that moments keep for the layers, each once, behind those that it is made of.
  func places(_ settings: LookSettings) -> [LookPlace] {
    var places: [LookPlace] = []
    func add(_ place: LookPlace) {
      if case .memory(let memory) = place { memory.program.places.forEach(add) }
      if !places.contains(place) { places.append(place) }
    }
    eachCopy(settings) { _, layer, settings in
      LookCode(layer, of: self, settings).places.forEach(add)
    }
    return places
  }

  /// Whether it shows where all bands rose sharply.
  var findsHits: Bool {
    uses.contains(.name(.strength))
      && groups.contains { $0.domain.kind == .past && $0.domain.event != .hit }
  }

  /// Whether the elements of a group have levels of bands.
  func hasLevels(_ group: LookGroup) -> Bool {
    group.layers.contains { group.domain.hasBands($0.mark) }
      || group.domain.kind == .count && uses.contains(.name(.level))
  }

  /// The bands that are read beside the levels.
  var groupsOfBands: BandGroups {
    var all: BandGroups = []
    if uses.contains(.place(.share)) || uses.contains(.place(.pile)) { all.insert(.shares) }
    if findsHits || uses.contains(.place(.level)) || groups.contains(where: hasLevels) {
      all.insert(.spectrum)
    }
    if uses.contains(.place(.chroma)) { all.insert(.chroma) }
    return all
  }
}
