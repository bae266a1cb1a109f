// The type of an order's file, from its first bytes: one of the five allowed types (specification 4.5). A name and a sent content type
// are ignored. Pure.

/** The number of bytes that are read from the beginning of a file. */
export const headBytes = 1024

export const attachmentTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export type AttachmentType = (typeof attachmentTypes)[number]

type Recognise = (head: Uint8Array) => boolean

const latin1 = (head: Uint8Array, from: number, to: number): string => String.fromCharCode(...head.subarray(from, to))
const beginsWith =
  (...bytes: readonly number[]): Recognise =>
  (head) =>
    bytes.every((byte, index) => head[index] === byte)

/** Brands of the HEIF family whose pictures are HEVC (ISO/IEC 23008-12, annex B): AVIF and the rest of the family are not HEIC. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

const recognised: Readonly<Record<AttachmentType, Recognise>> = {
  'image/jpeg': beginsWith(0xff, 0xd8, 0xff),
  'image/png': beginsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'image/webp': (head) =>
    latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP' && /^VP8[ LX]$/.test(latin1(head, 12, 16)),
  'image/heic': isHeic,
  'application/pdf': (head) => /^%PDF-\d/.test(latin1(head, 0, 6)),
}

/** The media type; null unless JPEG, PNG, WebP, HEIC or PDF. */
export function contentTypeOf(head: Uint8Array): AttachmentType | null {
  return attachmentTypes.find((type) => recognised[type](head)) ?? null
}

/** The first box of the file is `ftyp`, and one of its brands, the major or a compatible one, is HEIC's. */
function isHeic(head: Uint8Array): boolean {
  if (head.length < 16 || latin1(head, 4, 8) !== 'ftyp') return false
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
  const end = Math.min(size, head.length)
  const brands = [latin1(head, 8, 12)]
  // After the major brand come four bytes of version, then the compatible brands.
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(latin1(head, offset, offset + 4))
  return brands.some((brand) => heicBrands.includes(brand))
}
