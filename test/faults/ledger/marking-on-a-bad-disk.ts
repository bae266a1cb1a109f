// Marks and sends on a disk that sometimes fails, in its own process: `marking-on-a-bad-disk.ts FOLDER COUNT`. Writes a line for each
// tick, refusal and state of the queue, waits until the fault is over, and writes at the end which marks are stored.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { failed } from '../../../shared/base/result.ts'
import { openLedger, type DrainPorts } from '../../../src-main/ledger/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const writeLine = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const clock = manualClock()
const ledger = openLedger({ folder, clock })
const unreachable = failed({ kind: 'not_sent', cause: 'unreachable', message: 'no network' } as const)
const ports: DrainPorts = {
  report: () => Promise.resolve(unreachable),
  readSheet: () => Promise.resolve(unreachable),
  readMe: () => Promise.resolve(unreachable),
  ready: () => Promise.resolve(),
  serviceOffsetMs: () => 0,
}
const drain = ledger.drain(ports)
let lastProblem: string | null = null
/** Reports the journal's problem if it changed. */
function writeJournalState(): void {
  const problem = ledger.journal.problem()
  if (problem !== lastProblem) writeLine('journal', problem ?? 'works again')
  lastProblem = problem
}
ledger.subscribe((change) => {
  if (change.kind === 'queue') writeLine('queue', change.queue.state, change.queue.problem?.code ?? '')
  writeJournalState()
})
drain.start()
const pass = async (ms: number): Promise<void> => {
  clock.advance(ms)
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
}

writeLine('open')
writeJournalState()
for (let no = 0; no < Number(count); no += 1) {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  const markResult = ledger.marks.create({
    sheet,
    by: 'KN',
    pressBrakeId: null,
    fingerprint: 'bolgen/test',
    serviceOffsetMs: 0,
  })
  if (markResult.ok) writeLine('tick', markResult.value.id)
  else writeLine('refused', markResult.error.code, 'message' in markResult.error ? markResult.error.message : '')
  // the hold of this mark is over, which the store must record, too
  await pass(10_000)
  await ledger.journal.synced()
  writeJournalState()
}
await pass(60_000)
await pass(1_000)
const { held, undelivered, needsPerson } = ledger.marks.summary()
writeLine('waiting', String(undelivered), 'held', String(held), 'for a person', String(needsPerson))
await ledger.close()
const reopened = openLedger({ folder, clock })
for (const { id } of reopened.marks.marksNeedingAttention()) writeLine('kept', id)
writeLine('set aside', String(reopened.setAside()?.why ?? null))
await reopened.close()
