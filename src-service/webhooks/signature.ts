// The signature of a delivery (specification 6.2): `t=<unix time>,v1=<hex>`, one `v1` for each secret in force. Pure but for the
// making of a secret.
import { createHmac, randomBytes } from 'node:crypto'

/** A fresh secret of 256 random bits. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

/** Signs the body as it is sent. `seconds` is the Unix time of the attempt. */
export function signatureOf(body: string | Uint8Array, secrets: readonly string[], seconds: number): string {
  const parts = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`,
  )
  return [`t=${seconds}`, ...parts].join(',')
}
