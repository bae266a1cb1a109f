// Downloads a file from a signed address that the service gave. The key is never sent. Accesses the network.
import { Pool } from 'undici'
import { failed, ok } from '../../shared/base/result.ts'
import type { Outcome } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { failureWithoutAnswer } from './answer.ts'
import { isLoopbackName } from './client.ts'
import { exchange } from './exchange.ts'

export interface DownloadOptions {
  clock: Clock
  /** A larger file ends as 'not_the_service'. */
  maxBytes: number
  timeoutMs: number
  signal: AbortSignal
}

/**
 * The bytes at the address. Redirects are not followed, and http is refused except to this computer: the file may be a drawing that
 * others must not see.
 */
export async function downloadFile(
  address: string,
  { clock, maxBytes, timeoutMs, signal }: DownloadOptions,
): Promise<Outcome<Uint8Array>> {
  const url = URL.parse(address)
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (url === null || !isAllowed)
    return failed({ kind: 'not_sent', cause: 'insecure', message: 'a file is fetched over https only' })
  const pool = new Pool(url.origin, { connections: 1, allowH2: false, maxResponseSize: maxBytes })
  try {
    const request = { method: 'GET', path: url.pathname + url.search, headers: {}, body: null } as const
    const ended = await exchange(pool, request, { clock, timeoutMs }, signal)
    if (ended.kind === 'failed') return failed(failureWithoutAnswer(ended, true))
    if (ended.status === 200) return ok(new Uint8Array(ended.body))
    return failed({ kind: 'not_the_service', status: ended.status, message: 'there is no file at the address' })
  } finally {
    await pool.destroy()
  }
}
