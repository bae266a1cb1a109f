// The signature of a delivery (specification 6.2): `t=<unix time>,v1=<hex>`, with one `v1` per valid secret. Pure, except that secrets are
// random.
import { createHmac, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

/** Signs the raw body. `seconds` is the Unix time of the attempt. */
export function signatureOf(body: string | Uint8Array, secrets: readonly string[], seconds: number): string {
  const parts = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`,
  )
  return [`t=${seconds}`, ...parts].join(',')
}
