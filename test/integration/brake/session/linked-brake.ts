// A session over a real line to a simulated brake, with a real outbox behind it: what tests of the link hold in their hand.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { BrakeState } from '../../../../shared/station-api/index.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import {
  linkOf,
  openSession,
  type Link,
  type LinkState,
  type Session,
} from '../../../../src-main/brake/session/index.ts'
import { startSimulator, type Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { openLedger, type Ledger, type Sheet } from '../../../../src-main/ledger/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { brakeLedger } from '../../../../src-main/station/brake/brake-ledger.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

const controllers = join(import.meta.dirname, '../../../../resources/controllers')

/** A program of the sample sheet with so many bends; another `gaugeMm` is another program. */
export const programOf = (sheet: Sheet, steps = 1, gaugeMm = 50): BrakeProgram => ({
  sheetId: sheet.id,
  name: 'T-000012-1',
  drawingVersion: sheet.drawingVersion,
  drawingHash: drawingHash(sheet),
  pieceNo: 1,
  hand: null,
  version: 1,
  steps: Array.from({ length: steps }, (_, at) => ({
    stepNo: at + 1,
    bend: at + 1,
    direction: 'up',
    includedDeg: 90,
    correctionDeg: 0,
    gaugeMm: gaugeMm + at,
    edge: 'last',
    flipped: false,
    turned: false,
    lengthMm: 2000,
    thicknessMm: 0.6,
    material: 'plastbelagt_stal',
    toolName: 'V8',
  })),
})

export interface LinkedBrake {
  simulator: Simulator
  session: () => Session
  ledger: () => Ledger
  /** As the store has it; a test may put another in its place. */
  sheet: { now: Sheet | null }
  /** Every state that was told, one after the other. */
  told: LinkState[]
  until: (state: BrakeState) => Promise<void>
  /** Good pieces of the sheet, as the ledger has them. */
  done: () => number
  /** Sends and waits until it was read back. */
  sent: (program?: BrakeProgram) => Promise<void>
  /** The station ends and starts again. */
  restart: () => Promise<void>
  end: () => Promise<void>
}

/** `controller`: one of the shipped files. `pacedBaud`: over a serial line of that pace; null: over TCP, without any. */
export async function linkedBrake(
  controller = 'modbus-simulator',
  pacedBaud: number | null = null,
): Promise<LinkedBrake> {
  const controllerFile = readFileSync(join(controllers, `${controller}.json`), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'kant-link-'))
  const simulator = await startSimulator({
    controllerFile,
    at: pacedBaud === null ? { port: 0 } : { path: join(folder, 'brake') },
    baud: pacedBaud ?? 19_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 1,
    strokeMs: 60,
    clock: systemClock,
    random: () => 0.5,
  })
  const named = linkOf(simulator.uri, controllerFile, systemClock)
  if (!named.ok) throw new Error(named.error.message)
  const link: Link = named.value
  const sheet: LinkedBrake['sheet'] = { now: sampleSheet }
  const told: LinkState[] = []
  const errors: unknown[] = []
  const open = (): { ledger: Ledger; session: Session } => {
    const ledger = openLedger({ folder, clock: systemClock })
    const session = openSession({
      connect: link.connect,
      clock: systemClock,
      ledger: brakeLedger({ ledger, sheetNow: () => sheet.now, ownBrakeId: () => null, link }),
      onChange: () => told.push(session.state()),
      onError: (error) => errors.push(error),
    })
    return { ledger, session }
  }
  let now = open()
  const close = async (): Promise<void> => {
    await now.session.close()
    await now.ledger.close()
  }
  const until: LinkedBrake['until'] = (state) =>
    vi.waitFor(
      () => {
        const { state: is, connectionFault, workFault } = now.session.state()
        if (is !== state)
          throw new Error(`it is ${is}: ${JSON.stringify(connectionFault ?? workFault)} ${String(errors)}`)
      },
      { timeout: 15_000, interval: 5 },
    )
  return {
    simulator,
    session: () => now.session,
    ledger: () => now.ledger,
    sheet,
    told,
    until,
    done: () => now.ledger.work.workOf(sheet.now ?? sampleSheet).pieces[0]?.done ?? 0,
    sent: async (program = programOf(sampleSheet)) => {
      await vi.waitFor(
        () => {
          if (!now.session.send(program, null).ok) throw new Error('not ready')
        },
        { timeout: 5_000, interval: 5 },
      )
      await until('verified')
    },
    restart: async () => {
      await close()
      now = open()
    },
    end: async () => {
      await close()
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
