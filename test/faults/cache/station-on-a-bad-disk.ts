// A whole station as a process of its own: `station-on-a-bad-disk.ts BEGINNING FOLDER ID…`. Pulls the day, marks the sheets, lets all
// go out, pulls once more, and writes a line for each tick, each warning and each trouble of the queue.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type StatusView } from '../../../shared/station-api/index.ts'
import { openStation } from '../../../src-main/station/station.ts'
import { fastClock } from '../crashes/fast-time.ts'

const [beginning = '0', folder = '', ...ids] = process.argv.slice(2)
const said = new Set<string>()
const say = (...words: string[]): void => {
  const line = words.join(' ')
  if (!said.has(line)) writeSync(1, `${line}\n`)
  said.add(line)
}
const { station, close } = openStation({
  dataFolder: folder,
  clock: fastClock(Number(beginning)),
  systemKeyStore: null,
})
const look = ({ warnings, queue }: StatusView): void => {
  for (const { code } of warnings) if (code !== 'key_in_file') say('warning', code)
  if (queue.problem !== null) say('queue', queue.state, queue.problem.code)
}
station.subscribe((push) => {
  if (push.name === 'status') look(push.data)
})
const until = async (so: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await so())) await wait(5)
}

await until(() => station.snapshot().status.freshAt !== null)
say('fresh')
for (const sheetId of ids) {
  await until(async () => {
    try {
      const { sheet } = await station.handlers['sheet.read']({ sheetId })
      if (sheet === null) return false
      const { id } = await station.handlers['mark.create']({ sheetId, drawingVersion: sheet.drawingVersion, by: 'KN' })
      say('tick', id)
      return true
    } catch (error) {
      // as an operator does who is refused: once more
      if (!(error instanceof CallError)) throw error
      say('refused', error.code)
      return false
    }
  })
}
await until(() => {
  const { held, undelivered } = station.snapshot().status.queue
  return held + undelivered === 0
})
await station.handlers['sync.now']({})
look(station.snapshot().status)
say('needs a person', String(station.snapshot().status.queue.needsPerson))
await close()
