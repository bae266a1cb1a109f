// Finds other stations on the chosen interface by mDNS, and announces this one. What it finds is only an address to try: a station is known
// by its certificate. Accesses the network.
import { minuteMs } from '../../../shared/base/durations.ts'
import type { Clock } from '../../platform/clock.ts'
import { AnnouncedStations, type AnnouncedService, type FoundStation } from './announced-stations.ts'

export interface DiscoveryOptions {
  /** The address of the interface; loopback has no discovery. */
  address: string
  port: number
  name: string
  stationId: string
  /** Unique on the network: two stations may have the same name. */
  startId: string
  clock: Pick<Clock, 'wait' | 'monotonic'>
  /** A station was found, or has other addresses. */
  onFound: (station: FoundStation) => void
  /** The station with this key is no longer announced. */
  onLost: (key: string) => void
  onError: (error: unknown) => void
}

const serviceType = 'kant-station'
const askEveryMs = minuteMs

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
  const { address, port, name, stationId, startId, clock, onFound, onLost, onError } = options
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
    // the address is there so that the others see a change: the library reports no changed address by itself
    txt: { n: name.slice(0, 100), id: stationId, a: address },
    disableIPv6: true,
  })
  const browser = bonjour.find({ type: serviceType })
  const announcedStations = new AnnouncedStations()
  const update = (service: AnnouncedService): void => {
    hasAnswer = true
    // a copy of this folder has another start id, and is found
    const station = service.name.endsWith(startId) ? null : announcedStations.update(service)
    if (station !== null) onFound(station)
  }
  browser.on('up', update)
  browser.on('srv-update', update)
  browser.on('txt-update', update)
  browser.on('down', (service) => {
    const key = announcedStations.remove(service)
    if (key !== null) onLost(key)
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
