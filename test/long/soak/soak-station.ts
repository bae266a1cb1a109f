// A station that works for hours, in its own process: `soak-station.ts FOLDER INTERVAL_MS`. Reads the list, opens a sheet, counts its
// pieces and marks it, every INTERVAL_MS, until its input ends. Writes a line of JSON about its memory and its files every few seconds.
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError } from '../../../shared/station-api/index.ts'
import { openPreparedStation } from '../../../src-main/station/open/index.ts'
import { folderBytes } from './folder-bytes.ts'

const [, , dataFolder = '', interval = '1000'] = process.argv
const reportMs = 5_000
const { station, close } = await openPreparedStation({ dataFolder, systemKeyStore: null })
let isOver = false
process.stdin.once('end', () => (isOver = true)).resume()
let marked = 0
let refused = 0
/** The sheets that wait for a customer's approval, by id: a person works on the next one. */
const awaitingCustomer = new Set<string>()

/** Works on the first sheet of the list that is neither bent nor marked. */
async function work(): Promise<void> {
  const { today } = station.snapshot().status
  const { entries } = await station.handlers['list.read']({ date: today })
  const next = entries.find(
    ({ entry, mark }) => mark === null && entry.bent === null && !awaitingCustomer.has(entry.sheetId),
  )
  if (next === undefined) return
  const { sheetId } = next.entry
  try {
    const { sheet } = await station.handlers['sheet.read']({ sheetId })
    if (sheet === null) return
    const shown = { sheetId, drawingVersion: sheet.drawingVersion }
    for (const { pieceNo, quantity } of sheet.pieces)
      await station.handlers['count.book']({
        ...shown,
        pieceNo,
        kind: 'good',
        count: quantity,
        reason: null,
        actId: randomUUID(),
        operatorId: null,
      })
    await station.handlers['mark.create']({ ...shown, by: 'KN' })
    marked += 1
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'not_approved') awaitingCustomer.add(sheetId)
    else refused += 1
  }
}

let reportedAt = 0
while (!isOver) {
  await work()
  if (performance.now() - reportedAt > reportMs) {
    reportedAt = performance.now()
    const { rss, heapUsed } = process.memoryUsage()
    writeSync(1, `${JSON.stringify({ rss, heapUsed, marked, refused, files: folderBytes(dataFolder) })}\n`)
  }
  await wait(Number(interval))
}
await close()
process.exit()
