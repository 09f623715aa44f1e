// SPDX-License-Identifier: MIT
internal import Analysis
internal import JSON

extension JSONSyntaxError.Situation {
  /// What was met, in words.
  var wording: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte(let byte):
      (33...126).contains(byte)
        ? "unexpected '\(Character(Unicode.Scalar(byte)))'" : "unexpected byte \(byte)"
    case .trailingText: "more text after the value"
    case .byteOrderMark: "a byte order mark"
    case .invalidUTF8: "bytes that are no UTF-8"
    case .controlCharacter(let byte): "an unescaped control character (\(byte)) in a string"
    case .unknownEscape: "an unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .leadingZero: "a number with a superfluous 0"
    case .numberTooLarge: "a number that is too large"
    case .duplicateKey(let key): "the key '\(key)' for the second time"
    case .tooDeep(let limit): "more than \(limit) brackets inside each other"
    }
  }
}

extension JSONKind {
  /// The kind, in words.
  var wording: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension ConstantsError {
  /// What is wrong, after the name of the file.
  var wording: String {
    switch self {
    case .syntax(let error):
      "is not JSON: line \(error.line), column \(error.column): \(error.situation.wording)"
    case .unknownSchema(let found): "has the schema '\(found)', not '\(Constants.schema)'"
    case .missingKey(let path): "has no '\(path)'"
    case .unknownKey(let path): "has a '\(path)', which means nothing here"
    case .wrongKind(let path, let expected, let found):
      (path.isEmpty ? "is" : "'\(path)' is") + " \(found.wording), not \(expected.wording)"
    case .unknownBallistics(let found): "has the unknown ballistics '\(found)'"
    case .malformedTickRate(let found, _): "has '\(found)' for 'tickRate', which is no rate"
    case .notWhole(let path, let found): "'\(path)' is \(found), not a whole number"
    case .outOfRange(let path, let found): "'\(path)' is \(found), which is out of range"
    case .notOrdered(let path, let found, let limit):
      "'\(path)' is \(found), more than the \(limit) of a greater share of the ticks"
    case .noChannels: "has no channels"
    case .silenceContradicted("silentTicks"):
      "'silentTicks' does not agree with 'ticks' and the channels' figures"
    case .silenceContradicted(let path): "'\(path)' is null, although not all ticks are silent"
    case .channelCountsDiffer(let first, let next):
      "has \(counted(next, "channel")), but the first input has \(first)"
    case .ballisticsDiffer(let constants, let run):
      "has constants of the ballistics '\(constants.rawValue)', but this run has '\(run.rawValue)'"
    case .tickRatesDiffer(let constants, let run):
      "has constants of \(constants) ticks a second, but this run has \(run)"
    case .tooFewChannels(let constants, let needed):
      "has constants of \(counted(constants, "channel")), but this run needs \(needed)"
    case .silentChannel(let channel):
      "has no constants of channel \(channel), which was silent in its tracks"
    }
  }
}
