// The simulated press brake of the sandbox: starts the simulator as a separate program, connects the station to it, and bends every
// program that is sent. Starts and ends that program, and writes the settings of the sandbox's station.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { ReconnectingLink, type BrakeView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { readAttachFile } from '../../station/attach/index.ts'
import { storeCommission } from '../../station/brake/index.ts'
import { namedLink } from '../../station/brake/index.ts'
import { readSettings, writeSettings, type Settings } from '../../station/settings/index.ts'
import { openStationChannel } from '../../station/attach/index.ts'

const controller = 'modbus-simulator'
/** A connection that a person has changed, to another file or address, is left unchanged. */
const isSandboxBrake = ({ uri, map }: NonNullable<Settings['brake']>): boolean =>
  map === controller && uri.startsWith('tcp://127.0.0.1:')
/** A stroke, and the pause before the next one. */
const strokeMs = 1_000
const betweenMs = 500

export interface SandboxBrake {
  readonly uri: string
  /** Starts bending; call it when the station runs. */
  readonly bendFor: (stationFolder: string) => void
  readonly stop: () => Promise<void>
}

/** Null: the sandbox's station is connected to another brake. Rejects if the simulator does not start. */
export async function startSandboxBrake(root: string, stationFolder: string): Promise<SandboxBrake | null> {
  const settings = readSettings(stationFolder)
  if (settings === null || (settings.brake !== null && !isSandboxBrake(settings.brake))) return null
  const program = join(root, 'src-main', 'cli', 'brake-simulator.ts')
  // its standard input closes when this program ends in any way, and it ends then
  const args = ['--tcp', '0', '--stroke', String(strokeMs), '--end-with-stdin']
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // a simulator that has ended reads no more commands
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })
  const uri = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    void ended.then(() => reject(new Error('the simulated brake did not start')))
  })
  const brake = { uri, map: controller }
  writeSettings(stationFolder, { baseUrl: settings.baseUrl, brake })
  const named = namedLink({ dataFolder: stationFolder, resources: join(root, 'resources') }, brake, systemClock)
  // a simulated machine needs no commissioning
  if (named.ok) {
    const { map, mapHash } = named.value
    const instant = new Date(systemClock.now()).toISOString()
    storeCommission(stationFolder, { uri, mapHash, pressBrakeId: null, map, by: 'Simulator', at: instant })
  }
  const stopping = new AbortController()
  return {
    uri,
    bendFor: (folder) => void bendLoadedPieces(folder, () => child.stdin.write('bend\n'), stopping.signal),
    stop: async () => {
      stopping.abort()
      child.stdin.end('quit\n')
      await ended
    },
  }
}

/** Bends stroke by stroke while pieces of the loaded program are missing. */
async function bendLoadedPieces(folder: string, bend: () => void, signal: AbortSignal): Promise<void> {
  const address = readAttachFile(folder)
  if (address === null) return
  const link = new ReconnectingLink({ open: () => openStationChannel(address), wait: systemClock.wait })
  let now: BrakeView | null = null
  link.subscribe((message) => {
    if (message.kind === 'snapshot') now = message.snapshot.brake
    else if (message.kind === 'push' && message.name === 'brake') now = message.data
  })
  while (!signal.aborted) {
    if (isWanted(now)) bend()
    // oxlint-disable-next-line no-await-in-loop
    await systemClock.wait(strokeMs + betweenMs, signal)
  }
  link.close()
}

const isWanted = (view: BrakeView | null): boolean =>
  view !== null &&
  (view.state === 'verified' || view.state === 'piece_done') &&
  view.loaded !== null &&
  !view.loaded.needsConfirmation &&
  view.loaded.donePieces < view.loaded.wantedPieces
