// The type of a file, from its first bytes: one of the five allowed types. The name and the sent content type are ignored. Pure.

/** The number of bytes that are read from the beginning of a file. */
export const headBytes = 1024

type Recognise = (head: Buffer) => boolean

const latin1 = (head: Buffer, from: number, to: number): string => head.toString('latin1', from, to)
const beginsWith =
  (...bytes: readonly number[]): Recognise =>
  (head) =>
    bytes.every((byte, index) => head[index] === byte)

/** Brands of the HEIF family whose pictures are HEVC (ISO/IEC 23008-12, annex B): AVIF and the rest of the family are not HEIC. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

const types: readonly { contentType: string; is: Recognise }[] = [
  { contentType: 'image/jpeg', is: beginsWith(0xff, 0xd8, 0xff) },
  { contentType: 'image/png', is: beginsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  {
    contentType: 'image/webp',
    is: (head) =>
      latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP' && /^VP8[ LX]$/.test(latin1(head, 12, 16)),
  },
  { contentType: 'image/heic', is: isHeic },
  { contentType: 'application/pdf', is: (head) => /^%PDF-\d/.test(latin1(head, 0, 6)) },
]

/** The message for a file of another type. */
export const otherTypeMessage = 'Filen er verken JPEG, PNG, WebP, HEIC eller PDF.'

/** The media type; null unless JPEG, PNG, WebP, HEIC or PDF. */
export function contentTypeOf(head: Buffer): string | null {
  return types.find(({ is }) => is(head))?.contentType ?? null
}

/** The first box of the file is `ftyp`, and one of its brands, the major or a compatible one, is HEIC's. */
function isHeic(head: Buffer): boolean {
  if (head.length < 16 || latin1(head, 4, 8) !== 'ftyp') return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [latin1(head, 8, 12)]
  // After the major brand come four bytes of version, then the compatible brands.
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(latin1(head, offset, offset + 4))
  return brands.some((brand) => heicBrands.includes(brand))
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}

/** The file extension of a media type. */
export function extensionOf(contentType: string): string {
  return extensions[contentType] ?? 'bin'
}
