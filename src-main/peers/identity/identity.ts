// The identity of this station: its certificate and key in a file that only its user can read, and a start id that is new at each start.
// Reads and writes that file.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { messageOf } from '../../platform/message-of.ts'
import { readJson } from '../../platform/read-json.ts'
import { restrictToUser } from '../../platform/restrict-to-user.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { createCertificate, derOf, fingerprintOf, stationIdOf } from './certificate.ts'

export interface Identity {
  /** PEM. */
  certificate: string
  /** PEM. */
  key: string
  /** The DER form of the certificate. */
  der: Buffer
  /** 64 hexadecimal digits. */
  fingerprint: string
  stationId: string
  /** Random, never stored: two programs on copies of one folder have different ones. */
  startId: string
}

const identityFile = z.strictObject({ certificate: z.string(), key: z.string() })

/** Makes the identity at the first start. Throws for a file that cannot be read, because a new identity would have to be paired again. */
export async function openIdentity(folder: string): Promise<Identity> {
  const path = join(folder, 'identity.json')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileWhole(path, `${JSON.stringify(await createCertificate(), null, 2)}\n`, 0o600)
  }
  restrictToUser(path)
  const parsed = identityFile.safeParse(
    readJson(path, (cause) => new Error(`${path} cannot be read: ${messageOf(cause)}`)),
  )
  if (!parsed.success) throw new Error(`${path} is not the identity of a station`)
  const { certificate, key } = parsed.data
  const der = derOf(certificate)
  const fingerprint = fingerprintOf(der)
  const startId = randomBytes(6).toString('hex')
  return { certificate, key, der, fingerprint, stationId: stationIdOf(fingerprint), startId }
}
