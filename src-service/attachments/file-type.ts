// The message for a file of another type, and the extensions of the allowed ones. Pure.

/** The message for a file of another type. */
export const otherTypeMessage = 'Filen er verken JPEG, PNG, WebP, HEIC eller PDF.'

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
