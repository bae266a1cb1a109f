// Puts the opened station among the others of its workshop: passes on what changes, and closes the link with the station.
import type { Emitter } from '../../../shared/base/emitter.ts'
import { daysAhead, keptDays } from '../../../shared/peers/index.ts'
import type { BrakeView } from '../../../shared/station-api/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'
import type { CloseStack } from '../../platform/close-stack.ts'
import type { StationBrake } from '../brake/index.ts'
import { openStationPeers, type OpenedStationPeers } from '../peers/index.ts'
import type { MachineSettings } from '../plan/index.ts'
import type { ScreenAccess } from '../access/index.ts'
import type { Network } from './connect-network.ts'
import type { Stores } from './open-stores.ts'
import type { Pushes } from './pushes.ts'
import { storedFingerprint } from './workshop-fingerprint.ts'

export interface PeersSources {
  pushes: Pushes
  brake: Pick<StationBrake, 'view'>
  brakeViews: Emitter<BrakeView>
  access: Pick<ScreenAccess, 'pins' | 'locks'>
  /** What the plans of the day depend on changed. */
  dayChanges: Emitter<void>
  machineSettings: Pick<MachineSettings, 'shareable'>
}

/** The link itself is opened by `start`, when the station is open. */
export function connectPeers(
  { stores, network, closers }: { stores: Stores; network: Pick<Network, 'today'>; closers: CloseStack },
  { pushes, brake, brakeViews, access, dayChanges, machineSettings }: PeersSources,
): OpenedStationPeers {
  const stationPeers = openStationPeers({
    ...stores,
    today: network.today,
    ownBrakeId: () => stores.session.ownBrakeId,
    brake: brake.view,
    machineSettings: machineSettings.shareable,
    readDays: () => {
      const today = network.today()
      return stores.cache.tally.listCounts(addDays(today, -keptDays), addDays(today, daysAhead))
    },
    fingerprint: () => storedFingerprint(stores),
    hasTechnicianPin: () => access.pins.grantsWithPin().includes('maintain'),
    isTechnicianPin: (pin) => access.locks.isTechnicianPin(pin),
    onSheets: (sheetIds) => {
      pushes.sendChanges({ dates: sheetIds.flatMap((sheetId) => stores.cache.datesOf(sheetId)), sheetIds })
      dayChanges.emit()
    },
    onWorkshop: () => pushes.send({ name: 'workshop', data: {} }),
    notify: () => {
      pushes.send({ name: 'stations', data: {} })
      pushes.scheduleStatus()
    },
    onError: stores.logError('the link to the other stations failed'),
  })
  brakeViews.subscribe(stationPeers.tellPresence)
  dayChanges.subscribe(stationPeers.mirrorSoon)
  closers.add(stationPeers.close)
  return stationPeers
}
