// The status of an open station from its stores and its network.
import type { StatusView } from '../../../shared/station-api/index.ts'
import { isReadableByOthers } from '../../platform/data-folder.ts'
import type { Network } from './connect-network.ts'
import type { Stores } from './open-stores.ts'
import { statusView } from './status-view.ts'

/** The status of the open station, computed at each call. */
export function stationStatus({ stores, network }: { stores: Stores; network: Network }): () => StatusView {
  const { cache, ledger, elsewhere, settings, key, session, dataFolder } = stores
  const openFolder = isReadableByOthers(dataFolder) ? dataFolder : null
  return () =>
    statusView({
      cache,
      ledger,
      queue: network.drain.queue(),
      sync: network.sync.status(),
      isConnected: settings !== null,
      today: network.today(),
      ownBrakeId: session.ownBrakeId,
      keyInFile: key.isInFile(),
      openFolder,
      restoring: session.restoring,
      stopsElsewhere: elsewhere.stops().length,
      stations: elsewhere.statusPart(),
    })
}
