// Marks sheets in its own process, to be killed: `journal-station.ts FOLDER`. Writes a line for each tick, and after every fifth one
// whether the journal has all of them so far.
import process from 'node:process'
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

const [folder = ''] = process.argv.slice(2)
const ledger = openLedger({ folder, clock: systemClock })
const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
for (let no = 1; ; no += 1) {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  const marked = ledger.marks.create({ sheet, ...base })
  if (!marked.ok) throw new Error(marked.error.code)
  writeSync(1, `tick ${marked.value.id}\n`)
  await setImmediate()
  if (no % 5 > 0) continue
  await ledger.journal.synced()
  const problem = ledger.journal.problem()
  writeSync(1, problem === null ? 'synced\n' : `problem ${problem}\n`)
}
