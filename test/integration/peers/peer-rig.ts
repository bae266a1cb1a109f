// Real stations of one workshop on loopback: real certificates, TLS, WebSockets and files. Time is the computer's.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, inject, onTestFinished } from 'vitest'
import type { Peers, PeersOptions } from '../../../src-main/peers/index.ts'
import type { Clock } from '../../../src-main/platform/clock.ts'
import type { BendingNow } from '../../../shared/peers/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { openDocuments } from './documents-rig.ts'
import {
  isLinked as isAnyLinked,
  openLoopbackPeers,
  pairPeers,
  shownBy as digitsShownBy,
  today,
} from './loopback-peers.ts'
import { pieceAt, sheetId } from './shared-pieces.ts'

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
  /** The interface's address; absent: loopback. */
  address?: PeersOptions['address']
  addresses?: { address: string; port: number }[]
  today?: () => string
  clock?: Clock
}

export const newFolder = (): string => mkdtempSync(join(inject('sharedFolder'), 'peers-'))

/** Shared documents without a network, until the end of the test. */
export function openDocumentsForTest(folder = newFolder()) {
  const documents = openDocuments(folder)
  onTestFinished(documents.close)
  return documents
}

async function openTestStation(options: StationOptions = {}): Promise<TestStation> {
  const { folder = newFolder(), name = 'Kantpresse', workshop = null, ...others } = options
  mkdirSync(folder, { recursive: true })
  const station: Omit<TestStation, 'peers' | 'address'> = { folder, bending: null, log: [] }
  const peers = await openLoopbackPeers({
    ...others,
    folder,
    name: () => name,
    workshop: () => workshop,
    bending: () => station.bending,
    log: (message, details) => station.log.push({ message, details }),
  })
  return Object.assign(station, { peers, address: { address: '127.0.0.1', port: peers.port } })
}

export const pair = (dialling: TestStation, answering: TestStation): Promise<void> =>
  pairPeers(dialling.peers, answering.peers, untilPasses)

export const shownBy = ({ peers }: TestStation): string => digitsShownBy(peers)

export const isLinked = ({ peers }: TestStation): boolean => isAnyLinked(peers)

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
