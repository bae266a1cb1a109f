// A station's ledger at a brake, for tests of the work on a sheet: acts with the usual values filled in. It can be closed and opened again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openLedger,
  type HandOverResult,
  type Ledger,
  type PieceKind,
  type Sheet,
  type Work,
  type Worked,
} from '../../../src-main/ledger/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

export const fingerprint = 'bolgen/test'

const [onlyPiece] = sampleSheet.pieces
if (onlyPiece === undefined) throw new Error('the sample has a piece')
/** A sheet with 4 pieces of one length and 2 of another. */
export const batch: Sheet = {
  ...sampleSheet,
  quantity: 6,
  pieces: [
    { ...onlyPiece, pieceNo: 1, quantity: 4 },
    { ...onlyPiece, pieceNo: 2, quantity: 2, lengthMm: 1350 },
  ],
}
export const redrawn: Sheet = { ...batch, version: 5, drawingVersion: 3, lengthMm: 2100 }
export const awaiting: Sheet = { ...batch, approval: { ...batch.approval, state: 'awaiting' } }

const target = (sheet: Sheet) => ({ sheet, pressBrakeId: null, operatorId: null })

export function createLedgerRig() {
  const folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  const clock = manualClock()
  let ledger: Ledger = openLedger({ folder, clock })
  let acts = 0
  const act = () => ({ actId: `act ${(acts += 1)}` })

  return {
    folder,
    clock,
    ledger: () => ledger,
    target,
    book: (pieceNo: number, count: number, more: { sheet?: Sheet; kind?: PieceKind; actId?: string } = {}): Worked => {
      const { sheet = batch, kind = 'good', actId } = more
      return ledger.counting.book({
        ...target(sheet),
        ...act(),
        pieceNo,
        count,
        kind,
        source: 'hand',
        ...(actId && { actId }),
      })
    },
    scrapLast: (pieceNo: number, sheet = batch): Worked =>
      ledger.counting.lastWasScrap({ ...target(sheet), ...act(), pieceNo }),
    adjust: (
      pieceNo: number,
      delta: number,
      more: { reason?: string; corrects?: PieceKind; actId?: string } = {},
    ): Worked => {
      const { reason = 'recount', corrects = 'good', actId } = more
      return ledger.counting.adjust({
        ...target(batch),
        ...act(),
        pieceNo,
        delta,
        reason,
        corrects,
        ...(actId && { actId }),
      })
    },
    report: (sheet = batch): Worked =>
      ledger.counting.reportDeviation({ ...target(sheet), reason: 'measure', text: null }),
    give: (sheet = batch): HandOverResult => ledger.handingOver.give({ ...target(sheet), fingerprint }),
    accept: (text: string, sheet = batch, of = fingerprint): HandOverResult =>
      ledger.handingOver.accept({ ...target(sheet), text, fingerprint: of }),
    takeBack: (why = 'nobody took it'): HandOverResult => ledger.handingOver.takeBack({ ...target(batch), why }),
    mark: (sheet = batch, pieces?: { count: number; choice: 'close_short' | 'over'; reason: string }) =>
      ledger.marks.create({
        sheet,
        by: 'KN',
        pressBrakeId: null,
        fingerprint,
        serviceOffsetMs: 0,
        ...(pieces === undefined ? {} : { pieces }),
      }),
    work: (sheet = batch): Work => ledger.work.workOf(sheet),
    /** Good pieces by piece number. */
    done: (sheet = batch): number[] => ledger.work.workOf(sheet).pieces.map(({ done }) => done),
    restart: async (): Promise<void> => {
      await ledger.close()
      ledger = openLedger({ folder, clock })
    },
    end: async (): Promise<void> => {
      await ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type LedgerRig = ReturnType<typeof createLedgerRig>

export function codeOf(given: HandOverResult): string {
  if (!given.ok) throw new Error(given.error.code)
  if (given.value.handOver === null) throw new Error('there is no code')
  return given.value.handOver.code
}
