// A mark names the programs that it was made with, on a real store: when each was sent, by whom, over which line, and what became of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutbox, type Outbox } from '../../../src-main/outbox/index.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { createWorkHandlers } from '../../../src-main/station/work-handlers.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

const shown = () => sampleSheet

let folder: string
let outbox: Outbox
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-mark-programs-'))
  outbox = openOutbox({ folder, clock: manualClock(Date.parse('2026-11-23T08:00:00Z')) })
})
afterEach(async () => {
  await outbox.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the programs of the bending that was marked stand with the mark, those of another rework do not', async () => {
  const added = outbox.operators.add('KN')
  if (!added.ok) throw new Error('KN can be added')
  const send = (reworkCount: number): string =>
    outbox.programs.put({
      sheetId: sampleSheet.id,
      drawingVersion: sampleSheet.drawingVersion,
      drawingHash: drawingHash(sampleSheet),
      reworkCount,
      pieceNo: 1,
      version: 1,
      contentHash: 'figures',
      program: '{}',
      link: 'serial:/dev/ttyUSB0',
      mapHash: null,
      pressBrakeId: null,
      operatorId: added.operator.id,
    }).id
  const programId = send(0)
  send(1)
  outbox.programs.note({ programId, kind: 'verified', counter: 0, counted: 0, operatorId: null, detail: null })
  const marked = outbox.marks.create({
    sheet: sampleSheet,
    by: 'KN',
    pressBrakeId: null,
    fingerprint: 'bolgen/test',
    serviceOffsetMs: 0,
  })
  if (!marked.ok) throw new Error(marked.code)

  const handlers = createWorkHandlers({
    outbox,
    sheetOf: shown,
    sheetShown: shown,
    sheetNow: shown,
    fingerprint: () => 'bolgen/test',
    ownBrakeId: () => null,
  })
  const { programs } = await handlers['mark.details']({ markId: marked.mark.id })
  expect(programs).toEqual([
    {
      id: programId,
      pieceNo: 1,
      version: 1,
      sentAt: '2026-11-23T08:00:00.000Z',
      by: 'KN',
      link: 'serial:/dev/ttyUSB0',
      became: [{ kind: 'verified', at: '2026-11-23T08:00:00.000Z' }],
      counted: 0,
    },
  ])
})
