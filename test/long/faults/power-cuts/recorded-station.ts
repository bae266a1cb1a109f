// A station's stores at work, to be recorded: `recorded-station.ts FOLDER`. Opens them four times: marks, undoes, sends, counts and stores
// sheets. The clock is set back once. Writes a line after each answer. Ends without closing the last time.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { ok } from '../../../../shared/base/result.ts'
import { limitsFor } from '../../../../shared/workshop-api/index.ts'
import { openCache } from '../../../../src-main/cache/index.ts'
import { openLedger, type DrainPorts, type Ledger, type Sheet } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

const [folder = ''] = process.argv.slice(2)
const writeLine = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const clock = manualClock()
const runs = 4
const marksPerRun = 5
const sheetNumbered = (no: number): Sheet => ({
  ...sampleSheet,
  id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}`,
})

function mark(ledger: Ledger, no: number): string {
  const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
  const marked = ledger.marks.create({ sheet: sheetNumbered(no), ...base })
  if (!marked.ok) throw new Error(marked.error.code)
  writeLine('tick', marked.value.id)
  return marked.value.id
}

/** A service that accepts every mark. */
const ports: DrainPorts = {
  report: async ({ sheetId, body }) => {
    const { by, bentAt, quantity = null } = JSON.parse(new TextDecoder().decode(body))
    return ok({ ...sampleSheet, id: sheetId, bent: { at: bentAt, by, pressBrakeId: null, quantity } })
  },
  readSheet: async (sheetId) => ok({ ...sampleSheet, id: sheetId }),
  readMe: async () =>
    ok({
      organization: { name: 'Bølgen', shopSlug: 'bolgen' },
      key: {
        name: 'Kant',
        environment: 'test',
        kind: 'workshop',
        customer: null,
        purpose: 'maskin',
        scopes: ['production:status'],
        createdAt: new Date(clock.now()).toISOString(),
      },
      features: {},
      modules: ['produksjon'],
      limits: limitsFor({ kind: 'workshop', sandbox: true }),
      apiVersion: 'v1',
    }),
  ready: () => Promise.resolve(),
  serviceOffsetMs: () => 0,
}

for (let run = 1; run <= runs; run += 1) {
  const ledger = openLedger({ folder, clock })
  const cache = openCache({ folder, clock })
  ledger.drain(ports).start()
  for (let no = run * 100; no < run * 100 + marksPerRun; no += 1) {
    cache.putSheet(sheetNumbered(no).id, sheetNumbered(no), clock.now())
    const id = mark(ledger, no)
    if (no % 2 === 0) {
      await ledger.journal.synced()
      if (run === 2) clock.step(-3_600_000)
      if (ledger.marks.undo(id).ok) writeLine('undone', id)
    }
  }
  const operator = ledger.operators.add(`KN${run}`)
  if (!operator.ok) throw new Error(operator.error.code)
  await ledger.journal.synced()
  clock.advance(10_000)
  for (let turns = 0; turns < 40; turns += 1) await setImmediate()
  await ledger.journal.synced()
  if (run === runs) break
  cache.close()
  await ledger.close()
}
writeLine('end')
process.kill(process.pid, 'SIGKILL')
