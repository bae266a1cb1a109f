// Real stations on loopback for the bench: paired with the first one, which the others trust, and each linked to all others.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PeersOptions, Peers } from '../../../src-main/peers/index.ts'
import { openLoopbackPeers, pairPeers, type Until } from '../../integration/peers/loopback-peers.ts'

const giveUpMs = 120_000

/** Repeats its argument until it passes. Throws its last error after two minutes. */
export const until: Until = async (attempt) => {
  const startMs = performance.now()
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await attempt()
    } catch (error) {
      if (performance.now() - startMs > giveUpMs) throw error
      // oxlint-disable-next-line no-await-in-loop -- a poll
      await wait(2)
    }
  }
}

export function openStationIn(folder: string, options: Partial<PeersOptions> = {}): Promise<Peers> {
  mkdirSync(folder, { recursive: true })
  return openLoopbackPeers({ ...options, folder })
}

export const addressOf = ({ port }: Peers): { address: string; port: number } => ({ address: '127.0.0.1', port })

/** `count` stations in this process, all linked to each other. The folder of the n-th one is `n` in `folder`. */
export async function linkedStations(folder: string, count: number): Promise<Peers[]> {
  const stations: Peers[] = []
  for (let no = 0; no < count; no += 1) {
    // oxlint-disable no-await-in-loop -- pairing mode admits one station at a time
    const station = await openStationIn(join(folder, String(no)), { name: () => `Kantpresse ${no}` })
    const [first] = stations
    if (first !== undefined) {
      await pairPeers(station, first, until)
      // it answers one station at a time
      await until(() => {
        const { pairing, stations: paired } = first.view()
        if (pairing.partner !== null || paired.length < no) throw new Error('the pairing has not ended')
      })
      station.setTypedAddresses([addressOf(first)])
    }
    stations.push(station)
    // oxlint-enable no-await-in-loop
  }
  for (const station of stations) station.closePairing()
  // the others learn from the first one whom to trust
  await until(() => expectAll(stations, (station) => station.view().stations.length === count - 1))
  for (const [no, station] of stations.entries()) station.setTypedAddresses(stations.slice(0, no).map(addressOf))
  await until(() => expectAll(stations, (station) => station.view().stations.every(({ isLinked }) => isLinked)))
  return stations
}

function expectAll(stations: readonly Peers[], holds: (station: Peers) => boolean): void {
  if (!stations.every(holds)) throw new Error('the stations are not linked')
}
