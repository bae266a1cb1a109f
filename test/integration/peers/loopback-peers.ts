// Stations on loopback, opened and paired without a test runner, so that programs that tests start use them too.
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import { openPeers, type Peers, type PeersOptions } from '../../../src-main/peers/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'

export const today = workshopDate(Date.now())

/** Without mDNS, at any port, unless `options` say otherwise. */
export const openLoopbackPeers = (options: Pick<PeersOptions, 'folder'> & Partial<PeersOptions>): Promise<Peers> =>
  openPeers({
    clock: systemClock,
    today: () => today,
    name: () => 'Kantpresse',
    workshop: () => null,
    address: () => '127.0.0.1',
    port: 0,
    addresses: [],
    bending: () => null,
    log: () => undefined,
    onError: (error) => {
      throw error
    },
    ...options,
  })

/** Repeats its argument until it passes. */
export type Until = <T>(attempt: () => T | Promise<T>) => Promise<T>

export const isLinked = (peers: Peers): boolean => peers.view().stations.some((station) => station.isLinked)

/** The digits that a station shows for the other screen. Throws without a partner. */
export function shownBy(peers: Peers): string {
  const { partner } = peers.view().pairing
  if (partner === null) throw new Error('no partner yet')
  return partner.shown
}

/** Both technicians open pairing mode, one dials, and each enters the digits of the other screen. */
export async function pairPeers(dialling: Peers, answering: Peers, until: Until): Promise<void> {
  dialling.openPairing()
  answering.openPairing()
  const dialled = dialling.pairWith({ address: '127.0.0.1', port: answering.port })
  const [here, there] = await until(() => [shownBy(dialling), shownBy(answering)] as const)
  if (dialling.enterDigits(there) !== 'right') throw new Error('the digits of the other screen are wrong')
  if (answering.enterDigits(here) !== 'right') throw new Error('the digits of the other screen are wrong')
  await dialled
  await until(() => {
    if (!dialling.isPaired || !answering.isPaired) throw new Error('not paired')
  })
}
