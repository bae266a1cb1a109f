// A press brake for the sandbox: the simulator as a program of its own, the station linked to it, and somebody at its pedal who bends
// what was sent. May start and end that program, and write the settings of the sandbox's station.
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
/** A sandbox station that somebody linked otherwise is left so: by another file, or to a brake on a line of its own. */
const isSandboxBrake = ({ uri, map }: NonNullable<Settings['brake']>): boolean =>
  map === controller && uri.startsWith('tcp://127.0.0.1:')
/** A stroke, and the pause before the next one. */
const strokeMs = 1_000
const betweenMs = 500

export interface SandboxBrake {
  readonly uri: string
  /** Once the station runs: somebody stands at its pedal. */
  readonly bendFor: (stationFolder: string) => void
  readonly stop: () => Promise<void>
}

/** Null: the sandbox's station is linked to another brake. Rejects where the simulator does not come up. */
export async function startSandboxBrake(root: string, stationFolder: string): Promise<SandboxBrake | null> {
  const settings = readSettings(stationFolder)
  if (settings === null || (settings.brake !== null && !isSandboxBrake(settings.brake))) return null
  const program = join(root, 'src-main', 'cli', 'brake-simulator.ts')
  // it ends with this program, however that comes about
  const words = ['--tcp', '0', '--stroke', String(strokeMs), '--end-with-stdin']
  const child = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // one that has ended takes no more words
  child.stdin.on('error', () => undefined)
  const said = createInterface({ input: child.stdout })
  const uri = await new Promise<string>((resolve, reject) => {
    said.once('line', resolve)
    void ended.then(() => reject(new Error('the simulated brake did not start')))
  })
  const brake = { uri, map: controller }
  writeSettings(stationFolder, { baseUrl: settings.baseUrl, brake })
  const named = namedLink({ dataFolder: stationFolder, resources: join(root, 'resources') }, brake, systemClock)
  // nobody can be hurt by it
  if (named.ok) {
    const { map, mapHash } = named.value
    const at = new Date(systemClock.now()).toISOString()
    storeCommission(stationFolder, { uri, mapHash, pressBrakeId: null, map, by: 'Simulator', at })
  }
  const stopping = new AbortController()
  return {
    uri,
    bendFor: (folder) => void atThePedal(folder, () => child.stdin.write('bend\n'), stopping.signal),
    stop: async () => {
      stopping.abort()
      child.stdin.end('quit\n')
      await ended
    },
  }
}

/** Bends as long as the piece that is loaded is wanted, a stroke at a time. */
async function atThePedal(folder: string, bend: () => void, signal: AbortSignal): Promise<void> {
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
  !view.loaded.waitsForPerson &&
  view.loaded.done < view.loaded.wanted
