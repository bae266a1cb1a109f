// Real stations of one workshop on loopback: real certificates, TLS, WebSockets and files. Time is the computer's.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, inject } from 'vitest'
import { openPeers, type Peers } from '../../../src-main/peers/index.ts'
import { systemClock, type Clock } from '../../../src-main/platform/clock.ts'
import type { BendingNow } from '../../../shared/peers/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { pieceAt, sheetId, today } from './shared-pieces.ts'

export { pieceAt, sheetId, today }

export interface TestStation {
  peers: Peers
  folder: string
  address: { address: string; port: number }
  bending: BendingNow | null
  log: { message: string; details: object }[]
}

export interface StationOptions {
  folder?: string
  name?: string
  workshop?: string | null
  port?: number
  addresses?: { address: string; port: number }[]
  today?: () => string
  clock?: Clock
}

export const newFolder = (): string => mkdtempSync(join(inject('sharedFolder'), 'peers-'))

async function openTestStation(options: StationOptions = {}): Promise<TestStation> {
  const {
    folder = newFolder(),
    name = 'Kantpresse',
    workshop = null,
    port = 0,
    addresses = [],
    clock = systemClock,
  } = options
  mkdirSync(folder, { recursive: true })
  const station: Omit<TestStation, 'peers' | 'address'> = { folder, bending: null, log: [] }
  const peers = await openPeers({
    folder,
    clock,
    today: options.today ?? (() => today),
    name: () => name,
    workshop: () => workshop,
    address: '127.0.0.1',
    port,
    addresses,
    discovers: false,
    bending: () => station.bending,
    log: (message, details) => station.log.push({ message, details }),
    onError: (error) => {
      throw error
    },
  })
  return Object.assign(station, { peers, address: { address: '127.0.0.1', port: peers.port } })
}

/** Both technicians open pairing mode, one dials, and each enters the digits of the other screen. */
export async function pair(dialling: TestStation, answering: TestStation): Promise<void> {
  dialling.peers.openPairing()
  answering.peers.openPairing()
  const dialled = dialling.peers.pairWith(answering.address)
  const [here, there] = await untilPasses(() => [shownBy(dialling), shownBy(answering)])
  if (dialling.peers.enterDigits(there) !== 'right') throw new Error('the digits of the other screen are wrong')
  if (answering.peers.enterDigits(here) !== 'right') throw new Error('the digits of the other screen are wrong')
  await dialled
  await untilPasses(() => {
    if (!dialling.peers.isPaired || !answering.peers.isPaired) throw new Error('not paired')
  })
}

export function shownBy({ peers }: TestStation): string {
  const { partner } = peers.view().pairing
  if (partner === null) throw new Error('no partner yet')
  return partner.shown
}

export const isLinked = ({ peers }: TestStation): boolean => peers.view().stations.some((station) => station.isLinked)

export async function untilLinked(...stations: TestStation[]): Promise<void> {
  await untilPasses(() => {
    for (const station of stations) if (!isLinked(station)) throw new Error('not linked')
  })
}

/** Registers a hook that closes after each test what it has opened. Call it at the top level of a test file. */
export function stationFixture() {
  const opened = new Set<TestStation>()
  const open = async (options: StationOptions = {}): Promise<TestStation> => {
    const station = await openTestStation(options)
    opened.add(station)
    return station
  }
  const close = async (station: TestStation): Promise<void> => {
    opened.delete(station)
    await station.peers.close()
  }
  afterEach(async () => {
    await Promise.all([...opened].map(close))
  })

  const pairOfStations = async (): Promise<[TestStation, TestStation]> => {
    const [brake, office] = [await open({ name: 'Kantpresse 2' }), await open({ name: 'Kontor' })]
    await pair(office, brake)
    office.peers.setTypedAddresses([brake.address])
    await untilLinked(office, brake)
    return [brake, office]
  }
  return { open, close, pairOfStations }
}
