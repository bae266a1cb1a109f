// Downloads the signature file of an update feed. Uses the updater's own session: the session of the pages reaches nothing.
import { net, type Session } from 'electron'
import { maxSignatureBytes, signatureFileName } from '../update-signature.ts'

/** The document, or null where there is none or it is not JSON. Rejects if the feed is not reachable. */
export async function readSignature(feed: string, session: Session): Promise<unknown> {
  const address = new URL(signatureFileName, feed.endsWith('/') ? feed : `${feed}/`).href
  const bytes = await download(address, session)
  try {
    return bytes === null ? null : JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/** Null for any answer except 200, and for a file that is too long. */
function download(url: string, session: Session): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const request = net.request({ url, session, cache: 'no-store' })
    request.on('error', reject)
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      let length = 0
      if (response.statusCode !== 200) {
        resolve(null)
        request.abort()
        return
      }
      response.on('data', (piece) => {
        length += piece.length
        pieces.push(piece)
        if (length <= maxSignatureBytes) return
        resolve(null)
        request.abort()
      })
      response.on('end', () => resolve(Buffer.concat(pieces)))
      response.on('error', reject)
    })
    request.end()
  })
}
