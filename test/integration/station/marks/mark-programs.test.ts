// The programs of a mark, on a real store: when each was sent, by whom, over which connection, and its events.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../../../../src-main/ledger/index.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { createWorkHandlers } from '../../../../src-main/station/marks/work-handlers.ts'
import { sentProgram } from '../../../fixtures/sent-program.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

const shown = () => sampleSheet

let folder: string
let ledger: Ledger
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-mark-programs-'))
  ledger = openLedger({ folder, clock: manualClock(Date.parse('2026-11-23T08:00:00Z')) })
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a mark has the programs of its bending, and not those of another rework', async () => {
  const added = ledger.operators.add('KN')
  if (!added.ok) throw new Error('KN can be added')
  const { id: sheetId, drawingVersion } = sampleSheet
  const sheet = { sheetId, drawingVersion, drawingHash: drawingHash(sampleSheet) }
  const send = (reworkCount: number): string =>
    ledger.programs.put(sentProgram(sheet, { reworkCount, link: 'serial:/dev/ttyUSB0', operatorId: added.value.id })).id
  const programId = send(0)
  send(1)
  ledger.programs.note({ programId, kind: 'verified', counter: 0, counted: 0, operatorId: null, detail: null })
  const marked = ledger.marks.create({
    sheet: sampleSheet,
    by: 'KN',
    pressBrakeId: null,
    fingerprint: 'bolgen/test',
    serviceOffsetMs: 0,
  })
  if (!marked.ok) throw new Error(marked.error.code)

  const handlers = createWorkHandlers({
    ledger,
    readableSheet: shown,
    sheetAsShown: shown,
    sheetNow: shown,
    fingerprint: () => 'bolgen/test',
    ownBrakeId: () => null,
  })
  const { programs } = await handlers['mark.details']({ markId: marked.value.id })
  expect(programs).toEqual([
    {
      id: programId,
      pieceNo: 1,
      version: 1,
      sentAt: '2026-11-23T08:00:00.000Z',
      by: 'KN',
      link: 'serial:/dev/ttyUSB0',
      events: [{ kind: 'verified', occurredAt: '2026-11-23T08:00:00.000Z' }],
      countedPieces: 0,
    },
  ])
})
