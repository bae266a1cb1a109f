// Signed download addresses: valid for five minutes and one file, without a key (specification 4.5). The secret is stored in the data folder,
// so that addresses stay valid after a restart.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { attachmentLimits } from '../../shared/workshop-api/index.ts'
import type { Store } from '../store/index.ts'

const validForMs = attachmentLimits.addressSeconds * 1000

export interface SignedAddresses {
  /** The path and query of a file's address, and its expiry in milliseconds since 1970. */
  sign: (id: string, nowMs: number) => { path: string; expiresMs: number }
  check: (
    id: string,
    query: { expires?: unknown; signature?: unknown },
    nowMs: number,
  ) => 'valid' | 'expired' | 'invalid'
}

export const filesPath = '/files'

export function signedAddresses(store: Store): SignedAddresses {
  const secret = secretOf(store)
  const signatureOf = (id: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${id}.${expires}`).digest()
  return {
    sign: (id, nowMs) => {
      const expiresMs = nowMs + validForMs
      const signature = signatureOf(id, String(expiresMs)).toString('hex')
      return { path: `${filesPath}/${id}?expires=${expiresMs}&signature=${signature}`, expiresMs }
    },
    check: (id, { expires, signature }, nowMs) => {
      if (typeof expires !== 'string' || typeof signature !== 'string') return 'invalid'
      if (!/^\d{1,15}$/.test(expires) || !/^[\da-f]{64}$/.test(signature)) return 'invalid'
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(id, expires))) return 'invalid'
      return nowMs < Number(expires) ? 'valid' : 'expired'
    },
  }
}

/** The secret of the data folder. It is made once. */
function secretOf(store: Store): Buffer {
  return store.write(() => {
    store.db.prepare(`INSERT OR IGNORE INTO secret (name, value) VALUES ('attachments', ?)`).run(randomBytes(32))
    const row = store.db.prepare<[], { value: Buffer }>(`SELECT value FROM secret WHERE name = 'attachments'`).get()
    if (row === undefined) throw new Error('the data folder has no secret')
    return row.value
  })
}
