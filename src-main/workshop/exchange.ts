// One request and its response over undici. The result states whether bytes may have left this computer. Redirects are never followed,
// and nothing is sent twice. Accesses the network.
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Clock } from '../platform/clock.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  /** The path with its query, relative to the origin. */
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

export type Exchange =
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; body: Buffer }
  /** `sent`: bytes may have left this computer. */
  | { kind: 'failed'; sent: boolean; why: 'cancelled' | 'timeout' | 'error'; error: Error }

/** Sends one request. Always resolves; immediately when `signal` is aborted or `timeoutMs` have passed by the clock. */
export function exchange(
  dispatcher: Dispatcher,
  { method, path, headers, body }: Request,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
  signal?: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const timedOut = new AbortController()
    const over = new AbortController()
    const timeout = timedOut.signal
    const end = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    const chunks: Buffer[] = []
    let controller: Dispatcher.DispatchController | null = null
    let head: { status: number; headers: IncomingHttpHeaders } | null = null

    const settle = (result: Exchange): void => {
      end.removeEventListener('abort', abort)
      over.abort()
      resolve(result)
    }
    const fail = (error: Error): void => {
      const why = signal?.aborted === true ? 'cancelled' : timeout.aborted || isTimeout(error) ? 'timeout' : 'error'
      settle({ kind: 'failed', sent: controller !== null, why, error })
    }
    const abort = (): void => {
      const error = new Error(signal?.aborted === true ? 'cancelled' : `no complete response within ${timeoutMs} ms`)
      fail(error)
      controller?.abort(error)
    }
    if (end.aborted) return abort()
    end.addEventListener('abort', abort)
    void clock.wait(timeoutMs, over.signal).then(() => over.signal.aborted || timedOut.abort())

    dispatcher.dispatch(
      { method, path, headers, body },
      {
        // called just before the first byte is written; a request that ends in the queue is never sent
        onRequestStart: (started) => {
          if (end.aborted) return started.abort(new Error('ended before it was sent'))
          controller = started
        },
        onResponseStart: (_, status, answerHeaders) => {
          head = { status, headers: answerHeaders }
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk)
        },
        onResponseEnd: () => {
          if (head !== null) settle({ kind: 'answer', ...head, body: Buffer.concat(chunks) })
          else fail(new Error('the response has no header'))
        },
        onResponseError: (_, error) => fail(error),
      },
    )
  })
}

const isTimeout = (error: Error): boolean => 'code' in error && String(error.code).endsWith('_TIMEOUT')
