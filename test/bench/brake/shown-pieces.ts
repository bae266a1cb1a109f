// Measures the time from the brake's counter to the screen: a real station on a paced serial line, from the change of the simulated
// brake's register to the push that shows the count.
import { join } from 'node:path'
import type { BrakeView, CallIn } from '../../../shared/station-api/index.ts'
import { startSimulator } from '../../../src-main/brake/simulator/simulator.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { shippedMapText } from '../../fixtures/brake-programs.ts'
import { linkCommissionedBrake } from '../../integration/station/commissioned-brake.ts'
import { stationWithService, type StationWithService } from '../../integration/station/station-with-service.ts'

export interface ShownPieces {
  readonly steps: number
  /** Milliseconds of each piece, in ascending order. */
  readonly delaysMs: readonly number[]
}

const pieces = 20
/** Faster than any brake, but long enough for a poll to see each stroke. */
const strokeMs = 600
const restMs = 400
/** The greatest random delay of a stroke, so that counts occur at any time between two polls. */
const spreadMs = 250

/** `baud` is the speed of the paced line. */
export async function measureShownPieces(folder: string, baud: number): Promise<ShownPieces> {
  const bench = await stationWithService()
  const simulator = await startSimulator({
    controllerFile: shippedMapText,
    endpoint: { path: join(folder, 'counting-brake') },
    baud,
    parity: 'even',
    bits: 8,
    turnaroundMs: 5,
    strokeMs,
    clock: systemClock,
    random: Math.random,
  })
  try {
    await bench.pulled()
    await bench.close()
    linkCommissionedBrake(bench.data, simulator.uri, shippedMapText)
    bench.open()
    const shownViews = brakeViews(bench)
    await shownViews.until(({ state }) => state === 'ready')
    const steps = await sendLongest(bench)
    await shownViews.until(({ state }) => state === 'verified')

    const delaysMs: number[] = []
    for (let piece = 1; piece <= pieces; piece++) {
      for (let stroke = 1; stroke <= steps; stroke++) {
        // oxlint-disable-next-line no-await-in-loop
        await systemClock.wait(restMs + Math.random() * spreadMs)
        // oxlint-disable-next-line no-await-in-loop
        await simulator.machine.bend()
      }
      const from = performance.now()
      // oxlint-disable-next-line no-await-in-loop
      delaysMs.push((await shownViews.until(({ loaded }) => loaded?.countedPieces === piece)) - from)
    }
    return { steps, delaysMs: delaysMs.toSorted((a, b) => a - b) }
  } finally {
    await bench.end()
    await simulator.close()
  }
}

/** `until` resolves with the time of the first push that satisfies the condition. */
function brakeViews(bench: StationWithService): {
  until: (condition: (view: BrakeView) => boolean) => Promise<number>
} {
  let waiting: { condition: (view: BrakeView) => boolean; resolve: (atMs: number) => void } | null = null
  let last: BrakeView | null = null
  const receive = (view: BrakeView): void => {
    last = view
    if (waiting?.condition(view) !== true) return
    waiting.resolve(performance.now())
    waiting = null
  }
  bench.link().subscribe((message) => {
    if (message.kind === 'snapshot') receive(message.snapshot.brake)
    if (message.kind === 'push' && message.name === 'brake') receive(message.data)
  })
  return {
    until: (condition) =>
      new Promise((resolve) => {
        if (last !== null && condition(last)) return resolve(performance.now())
        waiting = { condition, resolve }
      }),
  }
}

/** Sends the piece with the most bends of today's sheets. Returns the number of its steps. */
async function sendLongest(bench: StationWithService): Promise<number> {
  let longest:
    | (Pick<CallIn<'brake.send'>, 'sheetId' | 'drawingVersion' | 'pieceNo' | 'hash' | 'notKnownHash'> & {
        steps: number
      })
    | null = null
  for (const { entry } of (await bench.list()).entries) {
    // oxlint-disable-next-line no-await-in-loop
    const { sheet } = await bench.link().call('sheet.read', { sheetId: entry.sheetId })
    const [piece] = sheet?.pieces ?? []
    if (sheet === null || sheet.bent !== null || piece === undefined) continue
    const pieceKey = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo: piece.pieceNo }
    // oxlint-disable-next-line no-await-in-loop
    const preview = await bench.link().call('brake.preview', pieceKey)
    // oxlint-disable-next-line no-await-in-loop
    const { stop } = await bench.link().call('work.read', { sheetId: sheet.id })
    if (preview.kind === 'refused' || stop !== null) continue
    const { hash, steps } = preview.program
    if (longest === null || steps.length > longest.steps)
      longest = { ...pieceKey, hash, notKnownHash: preview.notKnown?.hash ?? null, steps: steps.length }
  }
  if (longest === null) throw new Error('no sheet of today can be sent to the brake')
  const { steps, ...shown } = longest
  await bench.link().call('brake.send', { ...shown, operatorId: null })
  return steps
}
