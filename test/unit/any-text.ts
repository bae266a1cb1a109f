// Texts of any characters, lone surrogates included. Built from code points, because fast-check's own units for all of Unicode take
// seconds to prepare.
import * as fc from 'fast-check'

const anyCodePoint = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff }))

export const anyText = fc.array(anyCodePoint, { maxLength: 40 }).map((points) => String.fromCodePoint(...points))
