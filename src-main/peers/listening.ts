// Where other stations can connect to this one: at the address of the chosen interface, again after a pause where that fails, and at another
// address as soon as the interface has it. Announces the address by mDNS. Accesses the network.
import { backoffMs, type BackoffSteps } from '../../shared/base/backoff.ts'
import { startDiscovery, type Discovery, type DiscoveryOptions, type DiscoveryState } from './discovery/index.ts'
import type { PeersOptions } from './peers-options.ts'

export type ListenProblem = 'port_used' | 'address_gone' | 'failed'

const pausesMs: BackoffSteps = [1_000, 2_000, 5_000]
/** Node reports no change of an interface, so its address is read this often. */
const lookEveryMs = 5_000

export interface ListeningOptions
  extends
    Pick<PeersOptions, 'address' | 'port' | 'name' | 'clock' | 'onError'>,
    Pick<DiscoveryOptions, 'stationId' | 'startId' | 'onFound' | 'onLost'> {
  /** Resolves with the port. Rejects where it cannot be listened on. */
  listen: (address: string, port: number) => Promise<number>
  /** The problem changed. */
  onChange: () => void
}

export class Listening {
  readonly #options: ListeningOptions
  readonly #stopping = new AbortController()
  /** Where it listens and is announced; null: not yet, or no longer. */
  #address: string | null = null
  #port: number
  #problem: ListenProblem | null = null
  #discovery: Discovery | null = null
  #ended: Promise<void> = Promise.resolve()

  constructor(options: ListeningOptions) {
    this.#options = options
    this.#port = options.port
  }

  get port(): number {
    return this.#port
  }

  /** Null: it listens. */
  get problem(): ListenProblem | null {
    return this.#problem
  }

  get discovery(): DiscoveryState {
    return this.#discovery?.state() ?? 'off'
  }

  /** Resolves after the first attempt, and never rejects. */
  async start(): Promise<void> {
    await this.#look()
    this.#ended = this.#lookRegularly()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
    await this.#endDiscovery()
  }

  async #lookRegularly(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted;) {
      failures = this.#problem === null ? 0 : failures + 1
      // oxlint-disable no-await-in-loop -- one attempt after the other
      await this.#options.clock.wait(failures === 0 ? lookEveryMs : backoffMs(pausesMs, failures), signal)
      if (!signal.aborted) await this.#look()
      // oxlint-enable no-await-in-loop
    }
  }

  async #look(): Promise<void> {
    try {
      const address = this.#options.address()
      // a socket on an address that comes back works again
      if (address === null) return this.#setProblem('address_gone')
      if (address !== this.#address) await this.#open(address)
      this.#setProblem(null)
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== this.#problem) this.#options.onError(error)
      this.#setProblem(problem)
    }
  }

  async #open(address: string): Promise<void> {
    const { port, listen } = this.#options
    this.#address = null
    await this.#endDiscovery()
    this.#port = await listen(address, port)
    // loopback has no discovery
    if (!address.startsWith('127.'))
      this.#discovery = await startDiscovery({
        ...this.#options,
        address,
        port: this.#port,
        name: this.#options.name(),
      })
    this.#address = address
  }

  async #endDiscovery(): Promise<void> {
    const discovery = this.#discovery
    this.#discovery = null
    await discovery?.stop()
  }

  #setProblem(problem: ListenProblem | null): void {
    if (this.#problem === problem) return
    this.#problem = problem
    this.#options.onChange()
  }
}

function problemOf(error: unknown): ListenProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'EADDRINUSE' ? 'port_used' : code === 'EADDRNOTAVAIL' ? 'address_gone' : 'failed'
}
