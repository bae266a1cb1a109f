// Marks and sends on a disk that fails now and then, as a process of its own: `marking-on-a-bad-disk.ts FOLDER COUNT`. Writes a line
// for each tick, refusal and state of the queue, lets a fault pass, and says at the end what is kept.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { openOutbox, type DrainPorts } from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const say = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const clock = manualClock()
const outbox = openOutbox({ folder, clock })
const unreachable = { ok: false, failure: { kind: 'not_sent', cause: 'unreachable', message: 'no network' } } as const
const ports: DrainPorts = {
  report: () => Promise.resolve(unreachable),
  readSheet: () => Promise.resolve(unreachable),
  readMe: () => Promise.resolve(unreachable),
  ready: () => Promise.resolve(),
  serviceOffsetMs: () => 0,
}
const drain = outbox.drain(ports)
outbox.subscribe((change) => {
  if (change.kind === 'queue') say('queue', change.queue.state, change.queue.problem?.code ?? '')
})
drain.start()
const pass = async (ms: number): Promise<void> => {
  clock.advance(ms)
  for (let turns = 0; turns < 20; turns += 1) await turn()
}

let told: string | null = null
/** What the second copy says once it holds what is committed now, or could not. */
async function lookAtJournal(): Promise<void> {
  await outbox.journal.synced()
  const problem = outbox.journal.problem()
  if (problem !== told) say('journal', problem ?? 'works again')
  told = problem
}

say('open')
for (let no = 0; no < Number(count); no += 1) {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  const marked = outbox.marks.create({
    sheet,
    by: 'KN',
    pressBrakeId: null,
    fingerprint: 'bolgen/test',
    serviceOffsetMs: 0,
  })
  if (marked.ok) say('tick', marked.mark.id)
  else say('refused', marked.code, 'message' in marked ? marked.message : '')
  // the hold of this one is over, which the store must take, too
  await pass(10_000)
  await lookAtJournal()
}
await pass(60_000)
await pass(1_000)
const { held, undelivered, needsPerson } = outbox.marks.summary()
say('waiting', String(undelivered), 'held', String(held), 'for a person', String(needsPerson))
await outbox.close()
const again = openOutbox({ folder, clock })
for (const { id } of again.marks.marksNeedingAttention()) say('kept', id)
say('set aside', String(again.setAside()?.why ?? null))
await again.close()
