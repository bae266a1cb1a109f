// Sends one message over HTTP and returns the outcome. Host names are resolved for each connection, and connections are made to
// public addresses only: the address of a name may have changed since it was registered (DNS rebinding).
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { webhookLimits } from '../../shared/workshop-api/index.ts'
import { isLoopback, isPublic, readAddress } from '../network/index.ts'
import type { Outcome } from '../webhooks/index.ts'

export interface SenderOptions {
  /** Returns the IP addresses of a host name. Default: the computer's name servers. */
  resolve?: (host: string) => Promise<string[]>
  /** How long an attempt may take from its start to the end of the response. Default: ten seconds. */
  timeoutMs?: number
}

const maxResponseBytes = 4_096
const defaultTimeoutMs = webhookLimits.answerSeconds * 1000

export class WebhookSender {
  readonly #isLoopbackAllowed: () => boolean
  readonly #timeoutMs: number
  readonly #agent: Agent
  readonly #attemptsInProgress = new Set<Attempt>()

  /** `isLoopbackAllowed` is called at each attempt. */
  constructor(
    isLoopbackAllowed: () => boolean,
    { resolve = resolveByNameServers(), timeoutMs = defaultTimeoutMs }: SenderOptions = {},
  ) {
    this.#isLoopbackAllowed = isLoopbackAllowed
    this.#timeoutMs = timeoutMs
    const isAllowed = (address: string) => isPublic(address) || (isLoopbackAllowed() && isLoopback(address))
    // No limit of connections: a receiver that answers slowly does not delay another one on the same host.
    // No connection is used twice: a receiver may close an idle one just when the next message is sent, which would then have failed.
    this.#agent = new Agent({
      allowH2: false,
      pipelining: 0,
      connect: { lookup: lookupAllowed(resolve, isAllowed), timeout: timeoutMs },
    })
  }

  /**
   * Never rejects. `status` of the outcome is that of the response, or null if there was none in time. `failure` is null for a status from
   * 200 to 299. Redirects are not followed: their status is a failure.
   */
  post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<Outcome> {
    return new Promise((resolve) => {
      const attempt = new Attempt(this.#timeoutMs, (outcome) => {
        this.#attemptsInProgress.delete(attempt)
        resolve(outcome)
      })
      this.#attemptsInProgress.add(attempt)
      try {
        const { origin, pathname, search } = new URL(readAddress(url, { loopback: this.#isLoopbackAllowed() }))
        const request = { origin, path: pathname + search, method: 'POST', headers, body } as const
        this.#agent.dispatch(request, attempt)
      } catch (error) {
        attempt.end(reasonOf(error))
      }
    })
  }

  /** Ends the attempts in progress as failed, and closes every connection. */
  async close(): Promise<void> {
    for (const attempt of this.#attemptsInProgress) attempt.abort('the service has ended')
    await this.#agent.destroy()
  }
}

/** The handler of one request. A response with an incomplete body still counts by its status. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #onEnd: (outcome: Outcome) => void
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Uint8Array[] = []
  #controller: Dispatcher.DispatchController | null = null
  #status: number | null = null
  #bytes = 0
  #isEnded = false

  constructor(timeoutMs: number, onEnd: (outcome: Outcome) => void) {
    this.#onEnd = onEnd
    this.#timer = setTimeout(() => this.abort(`no answer within ${timeoutMs / 1000} seconds`), timeoutMs)
  }

  /** `failure` is the reason if there is no status. */
  end(failure: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#timer)
    const status = this.#status
    this.#onEnd({
      status,
      failure: status === null ? failure : failureOf(status),
      answer: Buffer.concat(this.#chunks).subarray(0, maxResponseBytes).toString(),
    })
  }

  abort(reason: string): void {
    this.end(reason)
    this.#controller?.abort(new Error(reason))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isEnded) controller.abort(new Error('the attempt was aborted before it was connected'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    if (statusCode >= 200) this.#status = statusCode
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    // The reason is not used: a response with data has a status.
    if (this.#bytes >= maxResponseBytes) this.abort('')
  }

  onResponseEnd(): void {
    // The reason is not used: a response that has ended has a status.
    this.end('')
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(reasonOf(error))
  }
}

const failureOf = (status: number): string | null => (status >= 200 && status < 300 ? null : `status ${status}`)

function lookupAllowed(
  resolve: (host: string) => Promise<string[]>,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  const findAddresses = callbackify(async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(host)
    if (addresses.length === 0) throw new Error(`the host name ${host} has no address`)
    const forbidden = addresses.find((address) => !isAllowed(address))
    if (forbidden !== undefined) throw new Error(`${host} has the address ${forbidden}, which is not public`)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (host, { all }, callback) => {
    findAddresses(host, (error, addresses: LookupAddress[] | undefined) => {
      const [firstAddress] = addresses ?? []
      if (addresses === undefined || firstAddress === undefined) callback(error, [])
      else if (all === true) callback(null, addresses)
      else callback(null, firstAddress.address, firstAddress.family)
    })
  }
}

/** Does not read the computer's hosts file, and does not occupy the thread pool while a name server is slow. */
function resolveByNameServers(): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return async (host) => {
    const lookups = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = lookups.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []))
    if (addresses.length > 0) return addresses
    throw new Error(`the host name ${host} cannot be resolved`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Several addresses were tried, each with its own reason.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error.message
}
