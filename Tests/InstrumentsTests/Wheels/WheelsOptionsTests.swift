// SPDX-License-Identifier: MIT
import Arguments
import Instruments
import Testing
import Views

@Suite struct WheelsOptionsTests {
  @Test(arguments: ["1", "1,2,3", "a,b", "1000001,0", "nan,0", ""])
  func `a centre that is no place is refused`(text: String) {
    #expect(throws: ArgumentValueError.self) { try WheelPlace(argument: text) }
  }

  @Test(arguments: ["0", "0.009", "101", "-1", "x", "inf"])
  func `a zoom that is out of range is refused`(text: String) {
    #expect(throws: ArgumentValueError.self) { try Zoom(argument: text) }
  }

  @Test func `values are written as they are read`() throws {
    #expect(try WheelPlace(argument: "-1.5,20").argumentText == "-1.5,20")
    #expect(try Zoom(argument: "2.5").argumentText == "2.5")
  }

  @Test func `all wheels in sight, and a place or a size, are two wishes`() throws {
    var options = WheelsOptions()
    options.fitsAll = true
    try options.check()
    options.zoom = try Zoom(argument: "2")
    #expect(throws: UsageError.conflict("--fit", "--zoom")) { try options.check() }
    (options.zoom, options.center) = (nil, try WheelPlace(argument: "0,0"))
    #expect(throws: UsageError.conflict("--fit", "--center")) { try options.check() }
    options.fitsAll = false
    try options.check()
  }
}
