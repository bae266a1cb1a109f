// Marks sheets in its own process, to be killed: `marking-station.ts FOLDER COUNT [BASE_URL KEY FINGERPRINT ID…]`. Marks one sheet after
// the other and writes a line for each tick, after the commit. With a base URL it then sends the marks and writes a line for each step.
// Without one, it marks until the disk refuses or COUNT is reached.
import { writeSync } from 'node:fs'
import { fingerprintOf } from '../../../shared/workshop-api/index.ts'
import { openLedger } from '../../../src-main/ledger/index.ts'
import { Budget } from '../../../src-main/workshop/budget.ts'
import { HttpWorkshopClient } from '../../../src-main/workshop/client.ts'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

const [
  folder = '',
  count = '0',
  baseUrl,
  key = '',
  fingerprint = fingerprintOf({ shopSlug: 'bolgen', environment: 'test' }),
] = process.argv.slice(2)
const ids = process.argv.slice(7)

const writeLine = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const clock = manualClock(Date.now())
const ledger = openLedger({ folder, clock })
const sheetNumbered = (no: number): typeof sampleSheet => ({
  ...sampleSheet,
  id: ids[no] ?? `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}`,
})

if (baseUrl === undefined) {
  for (let no = 0; no < Number(count); no += 1) {
    const sheet = sheetNumbered(no)
    const markResult = ledger.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint, serviceOffsetMs: 0 })
    if (markResult.ok) writeLine('tick', markResult.value.id)
    else {
      writeLine('refused', markResult.error.code, 'message' in markResult.error ? markResult.error.message : '')
      break
    }
  }
  await ledger.close()
  const reopened = openLedger({ folder, clock })
  writeLine('kept', String(reopened.marks.summary().held))
  await reopened.close()
} else {
  const serviceClock = createServiceClock(clock)
  const counts = { count: () => 0, add: () => undefined, forget: () => undefined }
  const budget = new Budget({ clock, serviceClock, counts })
  const client = new HttpWorkshopClient({ baseUrl, key: () => key, budget, serviceClock, clock })
  for (const id of ids) {
    const sheet = await client.readBendingSheet(id, { priority: 'pull' })
    if (!sheet.ok) throw new Error(`${id} cannot be read`)
    const offset = serviceClock.offsetMs()
    const markResult = ledger.marks.create({
      sheet: sheet.value,
      by: 'KN',
      pressBrakeId: null,
      fingerprint,
      serviceOffsetMs: offset,
    })
    if (markResult.ok) writeLine('tick', markResult.value.id)
  }
  clock.advance(10_000)
  ledger
    .drain(
      {
        report: ({ ifMatchVersion: _never, ...report }) => client.reportBent(report),
        readSheet: (id, signal) => client.readBendingSheet(id, { priority: 'mark', signal }),
        readMe: (signal) => client.readMe({ priority: 'mark', signal }),
        ready: () => Promise.resolve(),
        serviceOffsetMs: () => serviceClock.offsetMs(),
      },
      { onStep: ({ rule: line }) => writeLine('step', line) },
    )
    .start()
}
