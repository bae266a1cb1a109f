// Thousands of power cuts of a recorded station: after each, every mark whose tick was shown is there, an undone mark remains undone,
// and nothing is reported as damaged.
import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCache } from '../../../../src-main/cache/index.ts'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { stateAfter, ways, writeState, type DiskState, type Way } from './disk-states.ts'
import { record, type DiskOperation } from './recording.ts'

const leastStates = 5_000
let root: string
let recorded: string
let operations: DiskOperation[]

beforeAll(() => {
  root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kant-power-cuts-'))
  recorded = join(root, 'recorded')
  mkdirSync(recorded)
  operations = record(join(import.meta.dirname, 'recorded-station.ts'), recorded, join(root, 'trace'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A generator that gives the same numbers in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function fingerprintOf({ files, shown }: DiskState): string {
  const hash = createHash('sha1').update(String(shown.length))
  for (const [path, content] of files) hash.update(`\0${path}\0`).update(content ?? '')
  return hash.digest('hex')
}

/** What is wrong after the cut; empty: nothing. */
async function faultsAfter(state: DiskState, folder: string): Promise<string[]> {
  writeState(state, recorded, folder)
  const clock = manualClock()
  const faults: string[] = []
  const onError = (error: unknown): void => {
    // a torn line of the journal is repaired from the store, and no person needs to know
    if (!String(error).includes('the journal is written again')) faults.push(String(error))
  }
  const ledger = openLedger({ folder, clock, onError })
  const aside = ledger.setAside()
  await ledger.close()
  const cache = openCache({ folder, clock })
  const warnings = cache.warnings()
  cache.close()
  if (aside !== null) faults.push(`set aside: ${aside.why}`)
  if (warnings.length > 0) faults.push(`the cache: ${JSON.stringify(warnings)}`)
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  const rows = db.prepare<[], { id: string; state: string }>('SELECT operation_id AS id, state FROM mark').all()
  db.close()
  const states = new Map(rows.map(({ id, state: markState }) => [id, markState]))
  for (const line of state.shown) {
    const [word, id = ''] = line.split(' ')
    if (word === 'tick' && !states.has(id)) faults.push(`lost: ${id}`)
    if (word === 'undone' && states.get(id) !== 'cancelled') faults.push(`revived: ${id}`)
  }
  return faults
}

test(`no power cut of ${leastStates} loses a mark or raises a false alarm`, async () => {
  expect(operations.filter((one) => one.kind === 'shown' && one.line.startsWith('tick'))).toHaveLength(20)
  const random = seeded(20_261_124)
  const seen = new Set<string>()
  const faults: string[] = []
  const check = async (count: number, way: Way): Promise<void> => {
    const state = stateAfter(operations, count, way, random)
    const fingerprint = fingerprintOf(state)
    if (seen.has(fingerprint)) return
    seen.add(fingerprint)
    const folder = join(root, 'state')
    mkdirSync(folder)
    const after = await faultsAfter(state, folder).catch((error: unknown) => [String(error)])
    for (const fault of after) faults.push(`after ${count} operations, ${way}: ${fault}`)
    rmSync(folder, { recursive: true })
  }
  // every plain prefix of the operations, and then cuts anywhere
  for (let count = 0; count <= operations.length; count += 1) await check(count, 'all')
  for (let no = 0; seen.size < leastStates && no < 20 * leastStates; no += 1)
    await check(Math.floor(random() * (operations.length + 1)), ways[no % ways.length] ?? 'none')
  console.log(`${operations.length} operations, ${seen.size} states, ${faults.length} faults`)
  expect(faults.slice(0, 20)).toEqual([])
  expect(seen.size).toBeGreaterThanOrEqual(leastStates)
}, 1_200_000)
