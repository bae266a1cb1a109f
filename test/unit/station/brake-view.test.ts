// The loaded program as screens see it: after a lost connection a person confirms it only while pieces are missing.
import { describe, expect, test } from 'vitest'
import type { BrakeView } from '../../../shared/station-api/index.ts'
import { initialState } from '../../../src-main/brake/session/transition.ts'
import type { SentProgram, Work } from '../../../src-main/ledger/index.ts'
import { brakeView } from '../../../src-main/station/brake/brake-view.ts'
import { programOf } from '../../fixtures/brake-programs.ts'
import { sampleSheet } from '../ledger/sample-sheet.ts'

const programId = 'p'
const wanted = 4
const program = { ...programOf(1), pieceNo: 1 }
const sent: SentProgram = {
  id: programId,
  sheetId: sampleSheet.id,
  drawingVersion: 1,
  drawingHash: '',
  reworkCount: 0,
  pieceNo: 1,
  version: 1,
  contentHash: '',
  program: JSON.stringify(program),
  link: 'tcp://brake',
  mapHash: null,
  pressBrakeId: null,
  operatorId: null,
  sentAt: 0,
}

const workOf = (done: number): Work => ({
  sheetId: sampleSheet.id,
  job: null,
  pieces: [
    { pieceNo: 1, done, test: 0, scrap: 0, rebend: 0, wanted, lengthMm: 2_000 },
    { pieceNo: 2, done: 0, test: 0, scrap: 0, rebend: 0, wanted: 2, lengthMm: 1_350 },
  ],
  done,
  counted: done > 0,
  complete: false,
  stop: null,
  handOver: null,
  older: [],
  deviations: [],
  overridden: false,
})

/** After a restart of the station. */
const loadedAfterRestart = (work: Work | null): BrakeView['loaded'] =>
  brakeView({
    link: { uri: 'tcp://brake', driver: 'modbus-tcp', map: null },
    commission: null,
    state: initialState({ programId, counted: 4 }),
    capabilities: null,
    job: { programId, program, base: null, counted: 4 },
    sent,
    by: null,
    work,
  }).loaded

describe('a program that was loaded before a restart', () => {
  test('waits for a person while pieces of its length are missing', () => {
    expect(loadedAfterRestart(workOf(wanted - 1))).toMatchObject({ donePieces: 3, needsConfirmation: true })
  })

  test('asks nothing once its length is finished', () => {
    expect(loadedAfterRestart(workOf(wanted))).toMatchObject({ donePieces: 4, needsConfirmation: false })
  })

  test('waits for a person if the sheet is no longer stored', () => {
    expect(loadedAfterRestart(null)).toMatchObject({ wantedPieces: 0, needsConfirmation: true })
  })
})
