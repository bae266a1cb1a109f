// The address that a file is fetched at: good for five minutes and for one file, signed with a secret of the data folder, so that
// a restart spoils none (specification 4.5). Whoever has it needs no key.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { attachmentLimits } from '../../shared/workshop-api/index.ts'
import type { Store } from '../store/store.ts'

const goodForMs = attachmentLimits.addressSeconds * 1000

export interface SignedAddresses {
  /** The path and query of a file's address, and until when it is good, in milliseconds since 1970. */
  sign: (id: string, nowMs: number) => { path: string; expiresMs: number }
  check: (
    id: string,
    query: { expires?: unknown; signature?: unknown },
    nowMs: number,
  ) => 'good' | 'expired' | 'none of ours'
}

export const filesPath = '/files'

export function signedAddresses(store: Store): SignedAddresses {
  const secret = secretOf(store)
  const signatureOf = (id: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${id}.${expires}`).digest()
  return {
    sign: (id, nowMs) => {
      const expiresMs = nowMs + goodForMs
      const signature = signatureOf(id, String(expiresMs)).toString('hex')
      return { path: `${filesPath}/${id}?expires=${expiresMs}&signature=${signature}`, expiresMs }
    },
    check: (id, { expires, signature }, nowMs) => {
      if (typeof expires !== 'string' || typeof signature !== 'string') return 'none of ours'
      if (!/^\d{1,15}$/.test(expires) || !/^[\da-f]{64}$/.test(signature)) return 'none of ours'
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(id, expires))) return 'none of ours'
      return nowMs < Number(expires) ? 'good' : 'expired'
    },
  }
}

/** The folder's own secret, made once. */
function secretOf(store: Store): Buffer {
  return store.write(() => {
    store.db.prepare(`INSERT OR IGNORE INTO secret (name, value) VALUES ('attachments', ?)`).run(randomBytes(32))
    const row = store.db.prepare<[], { value: Buffer }>(`SELECT value FROM secret WHERE name = 'attachments'`).get()
    if (row === undefined) throw new Error('the folder has no secret')
    return row.value
  })
}
