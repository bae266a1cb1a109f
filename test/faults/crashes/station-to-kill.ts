// A whole station as a process of its own, to be killed: `station-to-kill.ts BEGINNING FOLDER BOUNDARY TIMES ID…`. Lets what an
// earlier one left go out, counts the pieces of the first sheet, marks the sheets, takes the last mark back, lets the others go out,
// and writes a line for each after it is answered. Kills itself when it comes to BOUNDARY for that many times.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type SheetView } from '../../../shared/station-api/index.ts'
import type { Outbox } from '../../../src-main/outbox/index.ts'
import { openStation } from '../../../src-main/station/station.ts'
import { fastClock } from './fast-time.ts'

const [beginning = '0', folder = '', aim = '', times = '1', ...ids] = process.argv.slice(2)
const say = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const until = async (so: () => boolean): Promise<void> => {
  while (!so()) await wait(2)
}

let left = Number(times)
let outbox: Outbox | null = null
const { station } = openStation({
  dataFolder: folder,
  clock: fastClock(Number(beginning)),
  systemKeyStore: null,
  watch: {
    onOutbox: (opened) => {
      outbox = opened
    },
    onBoundary: (boundary) => {
      if (boundary !== aim) return
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
    },
  },
})

const allOut = (): boolean => {
  const summary = outbox?.marks.summary()
  return summary?.held === 0 && summary.undelivered === 0
}
const refusal = (error: unknown): string => {
  if (error instanceof CallError) return error.code
  throw error
}

/** Counts all its pieces. */
async function count(sheetId: string): Promise<void> {
  const { sheet } = await whenHere(sheetId)
  for (const { pieceNo, quantity } of sheet?.pieces ?? []) {
    const { drawingVersion } = sheet ?? { drawingVersion: 0 }
    const what = { sheetId, drawingVersion, pieceNo, kind: 'good', count: quantity, reason: null } as const
    await station.handlers['count.book']({ ...what, actId: randomUUID(), operatorId: null })
  }
}

async function whenHere(sheetId: string): Promise<SheetView> {
  for (;;) {
    try {
      const view = await station.handlers['sheet.read']({ sheetId })
      if (view.sheet !== null) return view
    } catch (error) {
      refusal(error)
    }
    await wait(2)
  }
}

/** Null: refused, as where the mark was kept by a station that was killed before it could say so. */
async function mark(sheetId: string): Promise<string | null> {
  const { sheet } = await whenHere(sheetId)
  try {
    const { drawingVersion } = sheet ?? { drawingVersion: 0 }
    const { id } = await station.handlers['mark.create']({ sheetId, drawingVersion, by: 'KN' })
    say('tick', id, sheetId)
    return id
  } catch (error) {
    say('refused', refusal(error))
    return null
  }
}

await until(allOut)
say('drained')
// whoever looks into the files now finds nothing on its way, and says when that is done
await once(process.stdin, 'data')
let last: string | null = null
const [first] = ids
if (first !== undefined) await count(first)
for (const id of ids) last = await mark(id)
if (last !== null && ids.length > 1) {
  say('undoing', last)
  await station.handlers['mark.undo']({ markId: last })
}
await until(allOut)
say('done')
