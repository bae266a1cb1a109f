// A whole station in its own process, to be killed: `station-to-kill.ts BEGINNING FOLDER BOUNDARY TIMES ID…`. Waits until the marks of the
// earlier station are sent, counts the pieces of the first sheet, marks the sheets, undoes the last mark, waits until the others are
// sent, and writes a line after each answer. Kills itself when it reaches BOUNDARY for the given number of times.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type SheetView } from '../../../shared/station-api/index.ts'
import type { Ledger } from '../../../src-main/ledger/index.ts'
import { openStation } from '../../../src-main/station/open/station.ts'
import { fastClock } from './fast-time.ts'

const [beginning = '0', folder = '', aim = '', times = '1', ...ids] = process.argv.slice(2)
const writeLine = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await wait(2)
}

let visitsLeft = Number(times)
let ledger: Ledger | null = null
const { station } = openStation({
  dataFolder: folder,
  clock: fastClock(Number(beginning)),
  systemKeyStore: null,
  testHooks: {
    onLedger: (opened) => {
      ledger = opened
    },
    onBoundary: (boundary) => {
      if (boundary !== aim) return
      visitsLeft -= 1
      if (visitsLeft === 0) process.kill(process.pid, 'SIGKILL')
    },
  },
})

const isEverySheetSent = (): boolean => {
  const summary = ledger?.marks.summary()
  return summary?.held === 0 && summary.undelivered === 0
}
const refusalCode = (error: unknown): string => {
  if (error instanceof CallError) return error.code
  throw error
}

/** Counts all pieces of the sheet. */
async function count(sheetId: string): Promise<void> {
  const { sheet } = await readSheetWhenListed(sheetId)
  for (const { pieceNo, quantity } of sheet?.pieces ?? []) {
    const { drawingVersion } = sheet ?? { drawingVersion: 0 }
    const booking = { sheetId, drawingVersion, pieceNo, kind: 'good', count: quantity, reason: null } as const
    await station.handlers['count.book']({ ...booking, actId: randomUUID(), operatorId: null })
  }
}

async function readSheetWhenListed(sheetId: string): Promise<SheetView> {
  for (;;) {
    try {
      const view = await station.handlers['sheet.read']({ sheetId })
      if (view.sheet !== null) return view
    } catch (error) {
      refusalCode(error)
    }
    await wait(2)
  }
}

/** Null if refused, as when the mark was stored by a station that was killed before it could answer. */
async function mark(sheetId: string): Promise<string | null> {
  const { sheet } = await readSheetWhenListed(sheetId)
  try {
    const { drawingVersion } = sheet ?? { drawingVersion: 0 }
    const { id } = await station.handlers['mark.create']({ sheetId, drawingVersion, by: 'KN' })
    writeLine('tick', id, sheetId)
    return id
  } catch (error) {
    writeLine('refused', refusalCode(error))
    return null
  }
}

await waitUntil(isEverySheetSent)
writeLine('drained')
// the test now reads the files while nothing is being sent, and writes a line when it has finished
await once(process.stdin, 'data')
let last: string | null = null
const [first] = ids
if (first !== undefined) await count(first)
for (const id of ids) last = await mark(id)
if (last !== null && ids.length > 1) {
  writeLine('undoing', last)
  try {
    await station.handlers['mark.undo']({ markId: last })
  } catch (error) {
    // on a busy computer the time to undo passes before the call
    writeLine('refused', refusalCode(error))
  }
}
await waitUntil(isEverySheetSent)
writeLine('done')
