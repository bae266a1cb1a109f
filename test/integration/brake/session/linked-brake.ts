// A session over a real connection to a simulated brake, with a real ledger, for tests of the link.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrakeState } from '../../../../shared/station-api/index.ts'
import { plainBend, type BrakeProgram } from '../../../../src-main/brake/program/program.ts'
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
import { untilPasses } from '../../../until-passes.ts'

const controllers = join(import.meta.dirname, '../../../../resources/controllers')

/** A program with this number of steps. Another `gaugeMm` makes another program. */
export const programOf = (sheet: Sheet, steps = 1, gaugeMm = 50): BrakeProgram => ({
  sheetId: sheet.id,
  name: 'T-000012-1',
  drawingVersion: sheet.drawingVersion,
  drawingHash: drawingHash(sheet),
  pieceNo: 1,
  hand: null,
  version: 1,
  steps: Array.from({ length: steps }, (_, index) => ({
    stepNo: index + 1,
    bend: index + 1,
    direction: 'up',
    includedDeg: 90,
    correctionDeg: 0,
    gaugeMm: gaugeMm + index,
    edge: 'last',
    flipped: false,
    turned: false,
    lengthMm: 2000,
    thicknessMm: 0.6,
    material: 'plastbelagt_stal',
    toolName: 'V8',
    punchName: 'straight-88',
    ...plainBend,
    faceUp: 'B',
  })),
})

export interface LinkedBrake {
  simulator: Simulator
  session: () => Session
  ledger: () => Ledger
  /** The stored sheet; a test can replace it. */
  sheet: { now: Sheet | null }
  /** Every state after a change, in order. */
  states: LinkState[]
  until: (state: BrakeState) => Promise<void>
  /** The counted pieces in the ledger. */
  done: () => number
  /** Sends a program and waits until it is read back. */
  sendAndVerify: (program?: BrakeProgram) => Promise<void>
  /** Closes the session and the ledger, and opens them again. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** The text of a shipped controller file. */
export const controllerFileOf = (name: string): string => readFileSync(join(controllers, `${name}.json`), 'utf8')

/** `baud`: the rate of a serial line; null: over TCP. */
export async function linkedBrake(
  controllerFile = controllerFileOf('modbus-simulator'),
  baud: number | null = null,
): Promise<LinkedBrake> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-link-'))
  const simulator = await startSimulator({
    controllerFile,
    endpoint: baud === null ? { port: 0 } : { path: join(folder, 'brake') },
    baud: baud ?? 19_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 1,
    strokeMs: 60,
    clock: systemClock,
    random: () => 0.5,
  })
  const read = linkOf(simulator.uri, controllerFile, systemClock)
  if (!read.ok) throw new Error(read.error.message)
  const link: Link = read.value
  const sheet: LinkedBrake['sheet'] = { now: sampleSheet }
  const states: LinkState[] = []
  const errors: unknown[] = []
  const open = (): { ledger: Ledger; session: Session } => {
    const ledger = openLedger({ folder, clock: systemClock })
    const session = openSession({
      connect: link.connect,
      clock: systemClock,
      ledger: brakeLedger({ ledger, sheetNow: () => sheet.now, ownBrakeId: () => null, link }),
      onChange: () => states.push(session.state()),
      onError: (error) => errors.push(error),
    })
    return { ledger, session }
  }
  let now = open()
  const closeStation = async (): Promise<void> => {
    await now.session.close()
    await now.ledger.close()
  }
  const until: LinkedBrake['until'] = (state) =>
    untilPasses(() => {
      const { state: current, connectionFault, workFault } = now.session.state()
      if (current !== state)
        throw new Error(`the state is ${current}: ${JSON.stringify(connectionFault ?? workFault)} ${String(errors)}`)
    })
  return {
    simulator,
    session: () => now.session,
    ledger: () => now.ledger,
    sheet,
    states,
    until,
    done: () => now.ledger.work.workOf(sheet.now ?? sampleSheet).pieces[0]?.done ?? 0,
    sendAndVerify: async (program = programOf(sampleSheet)) => {
      await untilPasses(() => {
        if (!now.session.send(program, null).ok) throw new Error('not ready')
      })
      await until('verified')
    },
    restart: async () => {
      await closeStation()
      now = open()
    },
    close: async () => {
      await closeStation()
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
