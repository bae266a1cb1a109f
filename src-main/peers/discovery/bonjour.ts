// Finds other stations on the chosen interface by mDNS, and announces this one. What it finds is only an address to try: a station is known
// by its certificate. Accesses the network.
import { minuteMs } from '../../../shared/base/durations.ts'
import type { Clock } from '../../platform/clock.ts'

interface FoundStation {
  name: string
  address: string
  port: number
}

export interface DiscoveryOptions {
  /** The address of the interface; loopback has no discovery. */
  address: string
  port: number
  name: string
  /** Unique on the network: two stations may have the same name. */
  startId: string
  clock: Pick<Clock, 'wait' | 'monotonic'>
  onFound: (station: FoundStation) => void
  onError: (error: unknown) => void
}

const serviceType = 'kant-station'
const askEveryMs = minuteMs
const maxFound = 200

/** A network that passes mDNS on gives at least this station's own announcement back. `silent`: it does not. */
export type DiscoveryState = 'off' | 'searching' | 'works' | 'silent' | 'failed'

/** After this time without any answer the network counts as silent, in ms. */
const silentAfterMs = 15_000

export interface Discovery {
  state: () => DiscoveryState
  stop: () => Promise<void>
}

/** Loads the mDNS library on demand. An interface on which mDNS does not work gives an error to `onError`, and typed addresses still work. */
export async function startDiscovery(options: DiscoveryOptions): Promise<Discovery> {
  const { address, port, name, startId, clock, onFound, onError } = options
  const { Bonjour } = await import('bonjour-service')
  let hasFailed = false
  let hasAnswer = false
  const startedMs = clock.monotonic()
  // one instance for the interface, because the library sends on one interface only
  const bonjour = new Bonjour({ interface: address, bind: '0.0.0.0' } as object, (error: unknown) => {
    if (!hasFailed) onError(error)
    hasFailed = true
  })
  const stopping = new AbortController()
  bonjour.publish({
    name: `${name.slice(0, 40)} ${startId}`,
    type: serviceType,
    port,
    txt: { n: name.slice(0, 100) },
    disableIPv6: true,
  })
  const browser = bonjour.find({ type: serviceType })
  let foundCount = 0
  browser.on('up', (service) => {
    hasAnswer = true
    if (service.name.endsWith(startId) || foundCount >= maxFound) return
    foundCount += 1
    const ip = (service.addresses ?? []).find((one) => /^\d+\.\d+\.\d+\.\d+$/.test(one)) ?? service.referer?.address
    const txt: unknown = service.txt?.['n']
    if (ip !== undefined)
      onFound({ name: typeof txt === 'string' ? txt : service.name, address: ip, port: service.port })
  })
  const askAgain = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a timer
      await clock.wait(askEveryMs, stopping.signal)
      // a station that was announced before this one listened is found by asking
      if (!stopping.signal.aborted) browser.update()
    }
  }
  void askAgain()
  return {
    state: () => {
      if (hasFailed) return 'failed'
      if (hasAnswer) return 'works'
      return clock.monotonic() - startedMs < silentAfterMs ? 'searching' : 'silent'
    },
    stop: () =>
      new Promise((resolve) => {
        stopping.abort()
        bonjour.unpublishAll(() => bonjour.destroy(() => resolve()))
      }),
  }
}
