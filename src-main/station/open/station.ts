// Opens and closes a station: the stores, then the network, then the parts that serve calls. Everything that a station opens is closed
// by `close`, and by an opening that fails.
import { CloseStack } from '../../platform/close-stack.ts'
import { readAhead } from '../lists/index.ts'
import { observePersonCalls } from '../network/index.ts'
import { connectNetwork, type Network } from './connect-network.ts'
import { createParts, type Parts } from './create-parts.ts'
import { openStores, type Stores } from './open-stores.ts'
import type { OpenedStation, StationOptions } from './station-options.ts'

export type { OpenedStation, StationOptions, StationTestHooks } from './station-options.ts'

/**
 * Throws SettingsError for settings that cannot be read, StoreInUseError where another station has the folder, NewerFileError
 * for a newer program's ledger. Without settings it opens, and its status says that no workshop is connected.
 */
export function openStation(options: StationOptions): OpenedStation {
  const closers = new CloseStack()
  try {
    return openStationOn(closers, options)
  } catch (error) {
    // the error of the opening is the one that counts
    void closers.close().catch(() => undefined)
    throw error
  }
}

/** The same. `closers` has everything that is open, also where a step throws: the caller closes it. */
export function openStationOn(closers: CloseStack, options: StationOptions): OpenedStation {
  closers.add(() => options.prepared?.release())
  const stores = openStores(options, closers)
  const network = connectNetwork(stores, closers)
  stores.testHooks.onBoundary?.('network_open')
  const parts = createParts({ options, stores, network, closers })
  stores.testHooks.onBoundary?.('parts_open')
  return new OpenStation(stores, network, parts, closers).start()
}

class OpenStation implements OpenedStation {
  readonly station: OpenedStation['station']
  readonly #stores: Stores
  readonly #network: Network
  readonly #parts: Parts
  readonly #closers: CloseStack

  constructor(stores: Stores, network: Network, parts: Parts, closers: CloseStack) {
    this.#stores = stores
    this.#network = network
    this.#parts = parts
    this.#closers = closers
    const { handlers, pushes, access } = parts
    this.station = {
      handlers: observePersonCalls(handlers, network.pollSchedule.recordUse),
      snapshot: () => this.#snapshot(),
      subscribe: pushes.subscribe,
      admit: (notify, disconnect) => access.locks.admit(notify, disconnect),
    }
  }

  start(): this {
    const { settings, log, dataFolder, testHooks } = this.#stores
    // not awaited: the system's key store may take seconds, and the screen has the list meanwhile
    if (settings !== null) void this.#network.begin(settings.baseUrl)
    void this.#readListAhead()
    // after the station is open: its libraries are loaded only where a technician has turned it on
    void this.#parts.stationPeers.start()
    log.info({ dataFolder, workshop: settings?.baseUrl ?? null }, 'the station is open')
    testHooks.onBoundary?.('station_open')
    return this
  }

  readonly close = (): Promise<void> => this.#closers.close()

  #snapshot(): ReturnType<OpenedStation['station']['snapshot']> {
    const { status, exports, brake, access } = this.#parts
    this.#network.pollSchedule.recordUse()
    void this.#readListAhead()
    return { status: status(), exports: exports.views(), brake: brake.view(), shell: access.shell() }
  }

  #readListAhead(): Promise<void> {
    return readAhead({
      readList: this.#parts.handlers['list.read'],
      today: this.#network.today,
      isOver: () => this.#closers.isClosing,
      onError: (error) => this.#stores.log.warn({ fault: String(error) }, 'the list cannot be read'),
    })
  }
}
