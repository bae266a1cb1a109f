// Converts numbers to the 16-bit words in which controllers store them, and back. Pure.

export const registerTypes = ['bit', 'u16', 'i16', 'u32', 'i32', 'f32'] as const
export type RegisterType = (typeof registerTypes)[number]
/** Which of two words has the lower address. */
type WordOrder = 'high_first' | 'low_first'

export interface RegisterShape {
  readonly type: RegisterType
  readonly wordOrder: WordOrder
}

/** The number of addresses of a value. */
export const widthOf = (type: RegisterType): 1 | 2 => (type === 'u32' || type === 'i32' || type === 'f32' ? 2 : 1)

const maxFloat = 3.4028234663852886e38
/** The values that a type can represent, both ends included. */
export const limitsOf: Readonly<Record<RegisterType, { readonly least: number; readonly greatest: number }>> = {
  bit: { least: 0, greatest: 1 },
  u16: { least: 0, greatest: 0xffff },
  i16: { least: -0x8000, greatest: 0x7fff },
  u32: { least: 0, greatest: 0xffff_ffff },
  i32: { least: -0x8000_0000, greatest: 0x7fff_ffff },
  f32: { least: -maxFloat, greatest: maxFloat },
}

/** The words of a raw value, in the order of their addresses. Throws a RangeError if the type cannot represent it. */
export function toWords(raw: number, { type, wordOrder }: RegisterShape): number[] {
  const { least, greatest } = limitsOf[type]
  if (!(raw >= least && raw <= greatest) || (type !== 'f32' && !Number.isInteger(raw))) {
    throw new RangeError(`${raw} is not a value of ${type}`)
  }
  if (widthOf(type) === 1) return [raw & 0xffff]
  const view = new DataView(new ArrayBuffer(4))
  if (type === 'f32') view.setFloat32(0, raw)
  else view.setUint32(0, raw >>> 0)
  const words = [view.getUint16(0), view.getUint16(2)]
  return wordOrder === 'high_first' ? words : words.toReversed()
}

/** The raw value of the words. An f32 may be NaN or infinite: the caller must check it. */
export function fromWords(words: readonly number[], { type, wordOrder }: RegisterShape): number {
  const [first = 0, second = 0] = words
  if (type === 'bit') return first === 0 ? 0 : 1
  const view = new DataView(new ArrayBuffer(4))
  if (widthOf(type) === 1) {
    view.setUint16(0, first)
    return type === 'i16' ? view.getInt16(0) : view.getUint16(0)
  }
  view.setUint16(0, wordOrder === 'high_first' ? first : second)
  view.setUint16(2, wordOrder === 'high_first' ? second : first)
  if (type === 'f32') return view.getFloat32(0)
  return type === 'i32' ? view.getInt32(0) : view.getUint32(0)
}
