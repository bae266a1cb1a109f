// From the brake's counter to the screen: a real station over a paced line, the simulated brake's register changing on one side and
// the push that shows the count on the other.
import { join } from 'node:path'
import type { BrakeView, SheetView } from '../../shared/station-api/index.ts'
import { linkOf } from '../../src-main/brake/session/index.ts'
import { startSimulator, type Simulator } from '../../src-main/brake/simulator/simulator.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { keepCommission } from '../../src-main/station/brake-commissions.ts'
import { readSettings, writeSettings } from '../../src-main/station/settings.ts'
import { shippedMapText } from '../fixtures/brake-programs.ts'
import { stationBesideService, type StationBesideService } from '../integration/station/station-beside-service.ts'

export interface ShownPieces {
  readonly steps: number
  /** Milliseconds of each piece, the shortest first. */
  readonly took: readonly number[]
}

const pieces = 20
/** Faster than any brake, and seen by a poll: what begins and ends between two is read back before it is counted. */
const strokeMs = 600
const restMs = 400
/** What a stroke begins later by chance, so that counts fall anywhere between two polls. */
const spreadMs = 250

/** `baud`: of the paced line. */
export async function shownPieces(folder: string, baud: number): Promise<ShownPieces> {
  const at = await stationBesideService()
  const simulator = await startSimulator({
    controllerFile: shippedMapText,
    at: { path: join(folder, 'counting-brake') },
    baud,
    parity: 'even',
    bits: 8,
    turnaroundMs: 5,
    strokeMs,
    clock: systemClock,
    random: Math.random,
  })
  try {
    await at.pulled()
    await at.close()
    link(at, simulator)
    at.open()
    const shown = watching(at)
    await shown.until(({ state }) => state === 'ready')
    const steps = await sendLongest(at)
    await shown.until(({ state }) => state === 'verified')

    const took: number[] = []
    for (let piece = 1; piece <= pieces; piece++) {
      for (let stroke = 1; stroke <= steps; stroke++) {
        // oxlint-disable-next-line no-await-in-loop
        await systemClock.wait(restMs + Math.random() * spreadMs)
        // oxlint-disable-next-line no-await-in-loop
        await simulator.machine.bend()
      }
      const from = performance.now()
      // oxlint-disable-next-line no-await-in-loop
      took.push((await shown.until(({ loaded }) => loaded?.counted === piece)) - from)
    }
    return { steps, took: took.toSorted((a, b) => a - b) }
  } finally {
    await at.end()
    await simulator.close()
  }
}

function link(at: StationBesideService, { uri }: Simulator): void {
  const baseUrl = readSettings(at.data)?.baseUrl ?? ''
  writeSettings(at.data, { baseUrl, brake: { uri, map: 'modbus-simulator' } })
  const named = linkOf(uri, shippedMapText, systemClock)
  if (!named.ok) throw new Error(named.message)
  const { map, mapHash } = named.link
  keepCommission(at.data, { uri, mapHash, pressBrakeId: null, map, by: 'KN', at: new Date().toISOString() })
}

/** Resolves with when the push came. */
function watching(at: StationBesideService): { until: (is: (view: BrakeView) => boolean) => Promise<number> } {
  let waiting: { is: (view: BrakeView) => boolean; found: (at: number) => void } | null = null
  let last: BrakeView | null = null
  const came = (view: BrakeView): void => {
    last = view
    if (waiting?.is(view) !== true) return
    waiting.found(performance.now())
    waiting = null
  }
  at.link().subscribe((message) => {
    if (message.kind === 'snapshot') came(message.snapshot.brake)
    if (message.kind === 'push' && message.name === 'brake') came(message.data)
  })
  return {
    until: (is) =>
      new Promise((found) => {
        if (last !== null && is(last)) return found(performance.now())
        waiting = { is, found }
      }),
  }
}

/** Of today's sheets the piece with the most bends; how many. */
async function sendLongest(at: StationBesideService): Promise<number> {
  let longest: { sheet: NonNullable<SheetView['sheet']>; pieceNo: number; hash: string; steps: number } | null = null
  for (const { entry } of (await at.list()).entries) {
    // oxlint-disable-next-line no-await-in-loop
    const { sheet } = await at.link().call('sheet.read', { sheetId: entry.sheetId })
    const [piece] = sheet?.pieces ?? []
    if (sheet === null || sheet.bent !== null || piece === undefined) continue
    const asked = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo: piece.pieceNo }
    // oxlint-disable-next-line no-await-in-loop
    const preview = await at.link().call('brake.preview', asked)
    // oxlint-disable-next-line no-await-in-loop
    const { stop } = await at.link().call('work.read', { sheetId: sheet.id })
    if (preview.kind === 'refused' || stop !== null) continue
    const { hash, steps } = preview.program
    if (longest === null || steps.length > longest.steps)
      longest = { sheet, pieceNo: piece.pieceNo, hash, steps: steps.length }
  }
  if (longest === null) throw new Error('no sheet of today can be sent')
  const { sheet, pieceNo, hash, steps } = longest
  const { id: sheetId, drawingVersion } = sheet
  await at.link().call('brake.send', { sheetId, drawingVersion, pieceNo, hash, operatorId: null })
  return steps
}
