// The file through which another program of the same user finds the station that already runs on this computer: its address and token,
// readable only by that user. Accesses that file and loopback.
import { readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import type { StationAddress } from './web-socket-channel.ts'

const attachment = z.strictObject({
  // only loopback, because the token is sent to this address
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  token: z.string().regex(/^[0-9a-f]{64}$/),
})

const fileIn = (folder: string): string => join(folder, 'attach.json')

/** Returns a function that removes the file, unless another station has replaced it. */
export function writeAttachFile(folder: string, address: StationAddress): () => void {
  writeFileWhole(fileIn(folder), `${JSON.stringify(attachment.parse(address))}\n`, 0o600)
  return () => {
    if (readAttachFile(folder)?.token === address.token) rmSync(fileIn(folder), { force: true })
  }
}

/** Null: there is no file, or no station wrote it. A file does not prove that the station runs. */
export function readAttachFile(folder: string): StationAddress | null {
  try {
    return attachment.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

const answerWithinMs = 3_000
const launch = z.object({ code: z.string() })

/** An address with a new launch code, valid once and for one minute. Null: no station answers, or it refuses this token. */
export function askForScreen({ url, token }: StationAddress): Promise<string | null> {
  return new Promise((resolve) => {
    const launchRequest = request(`${url}/launch-code`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      timeout: answerWithinMs,
    })
    launchRequest.on('timeout', () => launchRequest.destroy(new Error('no answer')))
    launchRequest.on('error', () => resolve(null))
    launchRequest.on('response', (response) => {
      json(response)
        .then((body) => `${url}/#launch=${launch.parse(body).code}`)
        .then(resolve, () => resolve(null))
    })
    launchRequest.end(JSON.stringify({ token }))
  })
}
