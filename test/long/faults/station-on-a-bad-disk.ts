// A whole station in its own process: `station-on-a-bad-disk.ts BEGINNING FOLDER ID…`. Pulls the day, marks the sheets, waits until every
// mark is sent, pulls again, and writes a line for each tick, each warning and each problem of the queue.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type StatusView } from '../../../shared/station-api/index.ts'
import { openStation } from '../../../src-main/station/open/station.ts'
import { fastClock } from '../../faults/crashes/fast-time.ts'

const [beginning = '0', folder = '', ...ids] = process.argv.slice(2)
const writtenLines = new Set<string>()
const writeLine = (...words: string[]): void => {
  const line = words.join(' ')
  if (!writtenLines.has(line)) writeSync(1, `${line}\n`)
  writtenLines.add(line)
}
const { station, close } = openStation({
  dataFolder: folder,
  clock: fastClock(Number(beginning)),
  systemKeyStore: null,
})
const writeProblems = ({ warnings, queue }: StatusView): void => {
  for (const { code } of warnings) if (code !== 'key_in_file') writeLine('warning', code)
  if (queue.problem !== null) writeLine('queue', queue.state, queue.problem.code)
}
station.subscribe((push) => {
  if (push.name === 'status') writeProblems(push.data)
})
const waitUntil = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await wait(5)
}

await waitUntil(() => station.snapshot().status.upToDateAt !== null)
writeLine('fresh')
for (const sheetId of ids) {
  await waitUntil(async () => {
    try {
      const { sheet } = await station.handlers['sheet.read']({ sheetId })
      if (sheet === null) return false
      const { id } = await station.handlers['mark.create']({ sheetId, drawingVersion: sheet.drawingVersion, by: 'KN' })
      writeLine('tick', id)
      return true
    } catch (error) {
      // as an operator does after a refusal: try again
      if (!(error instanceof CallError)) throw error
      writeLine('refused', error.code)
      return false
    }
  })
}
await waitUntil(() => {
  const { held, undelivered } = station.snapshot().status.queue
  return held + undelivered === 0
})
await station.handlers['sync.now']({})
writeProblems(station.snapshot().status)
writeLine('needs a person', String(station.snapshot().status.queue.needsPerson))
await close()
