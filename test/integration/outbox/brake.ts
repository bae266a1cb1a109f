// A station's store beside a brake, for tests of the work on a sheet: acts with what is usual filled in, opened again at will.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openOutbox,
  type HandedOver,
  type Outbox,
  type PieceKind,
  type Sheet,
  type Work,
  type Worked,
} from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

export const fingerprint = 'bolgen/test'

const [onlyPiece] = sampleSheet.pieces
if (onlyPiece === undefined) throw new Error('the sample has a piece')
/** 4 of one length and 2 of another. */
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

const at = (sheet: Sheet) => ({ sheet, pressBrakeId: null, operatorId: null })

export function brake() {
  const folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  const clock = manualClock()
  let outbox: Outbox = openOutbox({ folder, clock })
  let acts = 0
  const act = () => ({ actId: `act ${(acts += 1)}` })

  return {
    folder,
    clock,
    outbox: () => outbox,
    at,
    book: (pieceNo: number, count: number, more: { sheet?: Sheet; kind?: PieceKind; actId?: string } = {}): Worked => {
      const { sheet = batch, kind = 'good', actId } = more
      return outbox.counting.book({
        ...at(sheet),
        ...act(),
        pieceNo,
        count,
        kind,
        source: 'hand',
        ...(actId && { actId }),
      })
    },
    scrapLast: (pieceNo: number, sheet = batch): Worked =>
      outbox.counting.lastWasScrap({ ...at(sheet), ...act(), pieceNo }),
    adjust: (
      pieceNo: number,
      delta: number,
      more: { reason?: string; corrects?: PieceKind; actId?: string } = {},
    ): Worked => {
      const { reason = 'recount', corrects = 'good', actId } = more
      return outbox.counting.adjust({
        ...at(batch),
        ...act(),
        pieceNo,
        delta,
        reason,
        corrects,
        ...(actId && { actId }),
      })
    },
    report: (sheet = batch): Worked => outbox.counting.reportDeviation({ ...at(sheet), reason: 'measure', text: null }),
    give: (sheet = batch): HandedOver => outbox.handingOver.give({ ...at(sheet), fingerprint }),
    take: (text: string, sheet = batch, of = fingerprint): HandedOver =>
      outbox.handingOver.take({ ...at(sheet), text, fingerprint: of }),
    takeBack: (why = 'nobody took it'): HandedOver => outbox.handingOver.takeBack({ ...at(batch), why }),
    mark: (sheet = batch, pieces?: { count: number; choice: 'close_short' | 'over'; reason: string }) =>
      outbox.marks.create({
        sheet,
        by: 'KN',
        pressBrakeId: null,
        fingerprint,
        serviceOffsetMs: 0,
        ...(pieces === undefined ? {} : { pieces }),
      }),
    work: (sheet = batch): Work => outbox.work.workOf(sheet),
    /** Good pieces by piece number. */
    done: (sheet = batch): number[] => outbox.work.workOf(sheet).pieces.map(({ done }) => done),
    restart: async (): Promise<void> => {
      await outbox.close()
      outbox = openOutbox({ folder, clock })
    },
    end: async (): Promise<void> => {
      await outbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Brake = ReturnType<typeof brake>

export function codeOf(given: HandedOver): string {
  if (!given.ok) throw new Error(given.code)
  if (given.work.handOver === null) throw new Error('there is no code')
  return given.work.handOver.code
}
