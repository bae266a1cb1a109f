// The rebuilt store after any history, with damage anywhere in the store, the journal or both: every tick in an undamaged copy is
// restored, none exists twice, and no undelivered one is sent unverified.
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { batch, createLedgerRig, type LedgerRig } from '../ledger-rig.ts'
import { runCount } from '../../../only-long.ts'

const states = ['queued', 'sending', 'unknown', 'waiting', 'delivered', 'conflict', 'parked', 'cancelled'] as const
type Act =
  | { act: 'mark' | 'undo' | 'restart' | 'write the journal' | 'week' }
  | { act: 'move'; state: (typeof states)[number]; mark: number }
  | { act: 'count'; pieces: number }
const just = <Name extends string>(...names: Name[]) => fc.record({ act: fc.constantFrom(...names) })
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: just('mark') },
    { weight: 1, arbitrary: just('undo', 'restart', 'week') },
    { weight: 3, arbitrary: just('write the journal') },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('move' as const),
        state: fc.constantFrom(...states),
        mark: fc.nat({ max: 20 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('count' as const), pieces: fc.integer({ min: 1, max: 9 }) }) },
  ),
  { minLength: 5, maxLength: 30 },
)
type Damage = { kind: 'flips'; shares: number[] } | { kind: 'cut'; share: number } | { kind: 'gone' | 'none' }
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('flips' as const), shares: fc.array(part, { minLength: 1, maxLength: 6 }) }),
  fc.record({ kind: fc.constant('cut' as const), share: part }),
  fc.record({ kind: fc.constantFrom('gone' as const, 'none' as const) }),
)

function perform(rig: LedgerRig, done: Act, nextNo: () => number): void {
  const sql = (text: string, ...values: unknown[]): void => {
    const db = new Database(join(rig.folder, 'outbox.db'))
    db.prepare(text).run(...values)
    db.close()
  }
  switch (done.act) {
    case 'mark':
      rig.mark({ ...batch, id: `5f0d7c2e-2f4f-4a53-9d58-${String(nextNo()).padStart(12, '0')}` })
      break
    case 'undo': {
      const [newest] = rig.ledger().marks.marksNeedingAttention().toReversed()
      rig.ledger().marks.undo(newest?.id ?? '')
      break
    }
    case 'move':
      sql(
        `UPDATE mark SET state = $1, request = x'7b7d', delivered_at = $2, changed_at = $2
         WHERE seq = $3 AND state NOT IN ('delivered', 'cancelled')`,
        { 1: done.state, 2: rig.clock.now(), 3: done.mark },
      )
      break
    case 'count':
      rig.book(1, done.pieces)
      break
    case 'week':
      rig.clock.advance(8 * 24 * 3_600_000)
      break
    case 'restart':
    case 'write the journal':
      break
  }
}

const row = z.object({ operation_id: z.string(), state: z.string() })
type Ticks = Map<string, string>
const ticksIn = (rows: readonly unknown[]): Ticks =>
  new Map(rows.map((each) => row.parse(each)).map(({ operation_id, state }) => [operation_id, state]))
function ticksInStore(folder: string): { ticks: Ticks; rows: number; pieces: unknown } {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  const rows = db.prepare(`SELECT * FROM mark UNION ALL SELECT * FROM mark_history`).all()
  const pieces = db.prepare(`SELECT sum(delta) FROM piece_event`).pluck().get()
  db.close()
  return { ticks: ticksIn(rows), rows: rows.length, pieces }
}
/** Read without the program under test. */
function ticksInJournal(folder: string): Ticks {
  const inside = join(folder, 'journal')
  if (!existsSync(inside)) return new Map()
  const texts = readdirSync(inside)
    .toSorted()
    .flatMap((name) => readFileSync(join(inside, name), 'utf8').split('\n'))
  const sound = texts.filter(
    (text) => Number.parseInt(text.slice(0, 8), 16) === crc32(text.slice(9)) && text.length > 9,
  )
  const line = z.object({ of: z.string(), row: z.unknown() })
  const lines = sound.map((text) => line.parse(JSON.parse(text.slice(9))))
  return ticksIn(lines.filter(({ of }) => of === 'mark').map((each) => each.row))
}

function doDamage(path: string, done: Damage): void {
  if (!existsSync(path) || done.kind === 'none') return
  const bytes = readFileSync(path)
  if (done.kind === 'gone') rmSync(path)
  if (done.kind === 'cut') truncateSync(path, Math.floor(done.share * bytes.length))
  if (done.kind !== 'flips' || bytes.length === 0) return
  for (const share of done.shares) {
    const bit = Math.floor(share * bytes.length * 8)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  }
  writeFileSync(path, bytes)
}
function damageJournal(folder: string, done: Damage): void {
  const inside = join(folder, 'journal')
  if (!existsSync(inside)) return
  if (done.kind === 'gone') return rmSync(inside, { recursive: true })
  const [name = ''] = readdirSync(inside).toSorted().toReversed()
  doDamage(join(inside, name), done)
}

const underWay = ['held', 'queued', 'sending', 'unknown', 'waiting']
/** Undelivered marks may be at any step: they are verified. */
const kindOf = (state: string | undefined): string | undefined => (underWay.includes(state ?? '') ? 'under way' : state)
const isIn = (expected: Ticks, actual: Ticks): void => {
  for (const [id, state] of expected) expect([id, kindOf(actual.get(id))]).toEqual([id, kindOf(state)])
}

interface After {
  ticks: Ticks
  /** A store was set aside. */
  aside: boolean
}
async function afterDamage(
  history: readonly Act[],
  { store, log, journal, killed }: { store: Damage; log: Damage; journal: Damage; killed: boolean },
  check: (before: Ticks, after: After, left: { journal: Ticks; pieces: unknown; piecesFound: unknown }) => void,
): Promise<void> {
  const rig = createLedgerRig()
  const left = mkdtempSync(join(tmpdir(), 'kant-left-'))
  let no = 0
  try {
    for (const done of history) {
      perform(rig, done, () => (no += 1))
      if (done.act === 'restart') await rig.restart()
      if (done.act === 'write the journal') await rig.ledger().journal.synced()
    }
    await (killed ? rig.ledger().journal.synced() : rig.restart())
    cpSync(rig.folder, left, { recursive: true })
    const before = ticksInStore(rig.folder)
    doDamage(join(left, 'outbox.db'), store)
    doDamage(join(left, 'outbox.db-wal'), log)
    damageJournal(left, journal)
    const inJournal = ticksInJournal(left)
    const ledger = openLedger({ folder: left, clock: manualClock(rig.clock.now()) })
    const aside = ledger.setAside() !== null
    await ledger.close()
    const stored = ticksInStore(left)
    // no mark exists twice
    expect(stored.rows).toBe(stored.ticks.size)
    const unverified = [...stored.ticks.values()].filter((state) => underWay.includes(state) && state !== 'unknown')
    expect(aside ? unverified : []).toEqual([])
    check(
      before.ticks,
      { ticks: stored.ticks, aside },
      { journal: inJournal, pieces: before.pieces, piecesFound: stored.pieces },
    )
  } finally {
    await rig.end()
    rmSync(left, { recursive: true, force: true })
  }
}

// hundreds of stores, each commit synced: in memory if there is such a disk, because no test cuts the power
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm'

const none: Damage = { kind: 'none' }
const runs = { numRuns: runCount(8, 40) }

describe('after any history', () => {
  test('a damaged journal removes nothing from an undamaged store, and no mark is verified again', () =>
    fc.assert(
      fc.asyncProperty(acts, damage, fc.boolean(), (history, journal, killed) =>
        afterDamage(history, { store: none, log: none, journal, killed }, (before, { ticks, aside }) => {
          expect(aside).toBe(false)
          expect(ticks).toEqual(before)
        }),
      ),
      runs,
    ))

  test('a damaged store or log is restored completely from the journal', () =>
    fc.assert(
      fc.asyncProperty(acts, damage, damage, fc.boolean(), (history, store, log, killed) =>
        afterDamage(history, { store, log, journal: none, killed }, (before, { ticks }, { pieces, piecesFound }) => {
          isIn(before, ticks)
          expect(ticks.size).toBe(before.size)
          expect(piecesFound).toBe(pieces)
        }),
      ),
      runs,
    ))

  test('if store and journal are both damaged, every undamaged line of the journal is restored', { tags: 'long' }, () =>
    fc.assert(
      fc.asyncProperty(acts, damage, damage, damage, fc.boolean(), (history, store, log, journal, killed) =>
        afterDamage(history, { store, log, journal, killed }, (_, { ticks }, left) =>
          expect([...left.journal.keys()].filter((id) => !ticks.has(id))).toEqual([]),
        ),
      ),
      runs,
    ),
  )
})
