// `kant outbox`: while a station runs, without one, and on damaged stores.
import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { markStates } from '../../../../shared/station-api/index.ts'
import { serveStation, type ServedStation } from '../../../../src-main/browser/serve-station.ts'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { outboxMigrations } from '../../../../src-main/ledger/store/schema.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openStation } from '../../../../src-main/station/open/station.ts'
import { kantCommandHere } from '../../../../src-main/platform/kant-command.ts'
import { kantCommand, kantProgram, type Result } from '../run-kant.ts'

const root = join(import.meta.dirname, '../../../..')
const fixture = join(root, `test/fixtures/outbox-stores/schema-${outboxMigrations.length}.db`)
let folder: string
let path: string
let served: ServedStation | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-outbox-words-'))
  path = join(folder, 'outbox.db')
  copyFileSync(fixture, path)
  served = null
})
afterEach(async () => {
  await served?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As it works in a terminal of this computer. */
const rebuildLine = (): string => `"${kantCommandHere(folder)} outbox rebuild"`
const kant = (...words: string[]): Promise<Result> => kantCommand(['outbox', ...words, '--data', folder])
/** A real station on the folder, without a workshop. */
async function runStation(): Promise<void> {
  const pageFolder = join(folder, 'page')
  mkdirSync(pageFolder)
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>')
  served = await serveStation({
    folder,
    pageFolder,
    openStation: async () => openStation({ dataFolder: folder, systemKeyStore: null }),
    clock: systemClock,
    random: randomBytes,
    onError: () => {},
  })
}

const rowsWhere = (condition: string): { id: string; state: string; reason: string | null }[] => {
  const db = new Database(path, { readonly: true })
  const row = z.object({ id: z.string(), state: z.string(), reason: z.string().nullable() })
  const rows = db.prepare(`SELECT operation_id AS id, state, reason FROM mark WHERE ${condition}`).all()
  db.close()
  return z.array(row).parse(rows)
}
const idOf = (state: string): string => rowsWhere(`state = '${state}'`)[0]?.id ?? 'none'
const now = (id: string): unknown => rowsWhere(`operation_id = '${id}'`)[0]
/** Stores a program for the bending of a mark, its read-back, and one piece that the brake counted. */
function sendAndCount(id: string): void {
  const db = new Database(path)
  db.pragma('foreign_keys = OFF')
  db.prepare(
    `INSERT INTO brake_program SELECT 'P1', sheet_id, drawing_version, drawing_hash, rework_count, 1, 3, 'c', '{}',
       'serial:/dev/ttyUSB0', NULL, NULL, NULL, 1795500000000 FROM mark WHERE operation_id = ?`,
  ).run(id)
  db.prepare(
    `INSERT INTO brake_program_event (id, program_id, kind, counter, counted, at) VALUES ('E1', 'P1', 'verified', 4, 0, 1795500001000)`,
  ).run()
  db.prepare(
    `INSERT INTO piece_event (id, job_id, piece_no, kind, delta, source, at, boot_id, monotonic_ms)
     SELECT 'P1:1', job_id, 1, 'good', 1, 'controller', 1795500060000, 'boot', 0 FROM mark WHERE operation_id = ?`,
  ).run(id)
  db.close()
}
const usage = /kant outbox list \[--all\]/

describe('reading', () => {
  test('lists undelivered marks with state, age, order and reason, and changes nothing', { tags: 'long' }, async () => {
    const before = readFileSync(path)
    const { code, stdout, stderr } = await kantProgram(['outbox', 'list', '--data', folder])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^\w{26} {2}parked +\d+ (s|min|h|d) {2}order T-000012, sheet 1 {2}KN\n {4}.*The service refused the mark\.$/m,
    )
    expect(stdout.match(/^\w{26}/gm)).toHaveLength(markStates.length - 2)
    expect([readFileSync(path).equals(before), readdirSync(folder)]).toEqual([true, ['outbox.db']])
  })

  test('lists all marks as JSON', async () => {
    const { stdout } = await kant('list', '--all', '--json')
    const listed = z
      .object({ marks: z.array(z.object({ state: z.string(), ageSeconds: z.int() })) })
      .parse(JSON.parse(stdout))
    expect(listed.marks.map(({ state }) => state)).toEqual(markStates)
  })

  test('shows the programs of a mark, when they were sent, and the pieces that the brake counted', async () => {
    const id = idOf('parked')
    sendAndCount(id)
    const { stdout } = await kant('show', id)
    expect(stdout).toContain(
      'Sent to the brake: piece 1, program version 3, at 2026-11-24T06:00:00.000Z by nobody named, over serial:/dev/ttyUSB0: verified 2026-11-24T06:00:01.000Z.\n',
    )
    expect(stdout).toContain('Counted: piece 1 good 1 at 2026-11-24T06:01:00.000Z, by the brake\n')
    expect(stdout.match(/by the brake$/gm)).toHaveLength(1)
    expect(JSON.parse((await kant('show', id, '--json')).stdout)).toMatchObject({
      programs: [{ id: 'P1', version: 3 }],
      programEvents: [{ kind: 'verified' }],
    })
  })

  test('shows one mark by the beginning of its id: the exact request, and the bent sheet', async () => {
    const id = idOf('conflict')
    const { stdout } = await kant('show', id.slice(0, 12).toLowerCase())
    expect(stdout).toContain(
      'Request: {"bentAt":"2026-11-24T08:00:00.040Z","quantity":12,"by":"KN","drawingVersion":2}\n',
    )
    expect(stdout).toContain(
      '12 of vinkel, plastbelagt_stal 0.6 mm, flanges 25 50 mm, bends 90° up, unfolded 73.7 × 2000 mm',
    )
    expect(JSON.parse((await kant('show', id, '--json')).stdout)).toMatchObject({
      mark: { operation_id: id, request: { text: expect.stringContaining('bentAt') } },
      drawing: { sheet: expect.stringContaining('"T-000012"') },
    })
  })

  test.each([
    [['show', '01'], 'More than one mark begins with 01.'],
    [['show', 'ZZZ'], 'There is no mark ZZZ.'],
    [['export', '/'], '/ already exists; nothing was written.'],
    [['retry', '01', '--by', ' '], '--by needs a name of 1 to 100 characters.'],
  ])('refuses %j with a message', async (words, why) => {
    expect(await kant(...words)).toEqual({ code: 1, stdout: '', stderr: `${why}\n` })
  })

  test('prints the help without a command', async () => {
    expect(await kant()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(usage) })
  })

  test.each([
    [['parke'], 'There is no command "outbox parke"; the commands are list, show, retry, park, export, rebuild.'],
    [['list', 'more'], '"outbox list" does not accept "more".'],
    [['show', '01', 'more'], '"outbox show" does not accept "more".'],
    [['export'], '"outbox export" needs FILE.'],
    [['park', '01'], '"outbox park" needs --why WHY.'],
    [['park', '01', '--why', '\u202egod'], 'The text has invisible characters. Type it again.'],
  ])('reports what is wrong with %j, without the whole help', async (words, wrong) => {
    const stderr = `${wrong} "${kantCommandHere(folder)} help" lists the commands.\n`
    expect(await kant(...words)).toEqual({ code: 2, stdout: '', stderr })
  })

  test('exports every row and every line of the journal into one file that only its user may read', async () => {
    await openLedger({ folder, clock: systemClock }).close()
    const file = join(folder, 'for-support.json')
    expect((await kant('export', file)).code).toBe(0)
    const table = z.object({ incomplete: z.boolean(), rows: z.array(z.unknown()) })
    const exported = z
      .object({ tables: z.record(z.string(), table), journal: z.record(z.string(), z.array(z.string())) })
      .parse(JSON.parse(readFileSync(file, 'utf8')))
    expect(exported.tables['mark']?.rows).toHaveLength(markStates.length)
    expect(exported.tables['piece_event']?.rows).toHaveLength(4)
    expect(exported.journal['outbox-000001.ndjson']?.filter((line) => line.includes('"of":"mark"'))).toHaveLength(11)
    expect((await kant('export', file)).code).toBe(1)
  })
})

describe('acting without a station', () => {
  test('retries a parked mark, and parks it with a reason that is stored', async () => {
    const id = idOf('parked')
    expect((await kant('retry', id)).code).toBe(0)
    expect(now(id)).toEqual({ id, state: 'unknown', reason: 'tried_again' })
    expect((await kant('park', id, '--why', 'the office will call')).code).toBe(0)
    expect(now(id)).toEqual({ id, state: 'parked', reason: 'put_aside' })
    expect((await kant('show', id)).stdout).toMatch(/^Decided: park by \S+ at .*, from unknown: the office will call$/m)
  })

  test('refuses what the state of the mark does not allow, and options without effect', async () => {
    const id = idOf('delivered')
    expect(await kant('retry', id)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The mark is in the state "delivered". Bent, and the service has received the mark. Only a mark that is parked can be retried.\n',
    })
    expect(now(id)).toMatchObject({ state: 'delivered' })
    expect((await kant('park', idOf('conflict'), '--why', 'x')).stderr).toMatch(
      /^The mark is in the state "conflict"\. .* Only a mark that is queued, waiting or unknown can be parked\.\n$/,
    )
    expect((await kant('retry', idOf('parked'), '--live')).stderr).toContain(`No station runs on ${folder}`)
  })

  test('is refused if a program without an address uses the store', async () => {
    const outbox = openLedger({ folder, clock: systemClock })
    const id = idOf('parked')
    for (const words of [['retry', id], ['rebuild']]) {
      const { code, stderr } = await kant(...words)
      expect([code, stderr]).toEqual([1, expect.stringContaining(`A station runs on ${folder} (without an address)`)])
    }
    expect(now(id)).toMatchObject({ state: 'parked' })
    await outbox.close()
  })
})

describe('while a station runs', () => {
  test('reads, changes nothing without --live, and with it lets the station make the change', async () => {
    await runStation()
    const id = idOf('parked')
    expect((await kantProgram(['outbox', 'list', '--data', folder])).code).toBe(0)
    for (const words of [['retry', id], ['park', id, '--why', 'x'], ['rebuild']]) {
      const { code, stderr } = await kant(...words)
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^A station runs on .* \(http:\/\/127\.0\.0\.1:\d+\)\./),
      ])
    }
    expect(now(id)).toMatchObject({ state: 'parked', reason: 'refused' })
    expect((await kantProgram(['outbox', 'retry', id, '--live', '--data', folder])).code).toBe(0)
    expect(now(id)).toMatchObject({ state: 'unknown', reason: 'tried_again' })
    expect((await kant('park', id, '--live', '--why', 'stop', '--by', 'KN')).code).toBe(0)
    expect(now(id)).toMatchObject({ state: 'parked', reason: 'put_aside' })
    const shown = (await kant('show', id)).stdout
    expect(shown).toContain(`Decided: try_again by ${userInfo().username} at`)
    expect(shown).toMatch(/^Decided: park by KN at .*, from unknown: stop$/m)
    expect(await kant('retry', idOf('delivered'), '--live')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Only a mark that is parked can be retried.'),
    })
  })
})

describe('rebuilding', () => {
  test('restores a missing store from its journal, and every undelivered mark must be verified', async () => {
    await openLedger({ folder, clock: systemClock }).close()
    rmSync(path)
    const { code, stdout } = await kant('rebuild')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/: 11 marks, 11 of them from the journal\. Nothing is known to be missing\./),
    ])
    expect(rowsWhere(`state = 'unknown'`)).toHaveLength(5)
    expect(rowsWhere(`state IN ('held', 'queued', 'sending', 'waiting')`)).toEqual([])
    expect((await kant('list')).stdout).toMatch(/Rebuilt at [\s\S]*Journal: \d files, \d+\.\d MB\.\n$/)
  })

  test('sets the old store aside', async () => {
    await kant('rebuild')
    const aside = readdirSync(folder).find((name) => name.startsWith('outbox.db.replaced-') && !name.includes('-shm'))
    const old = new Database(join(folder, aside ?? 'none'), { readonly: true })
    expect(old.prepare(`SELECT count(*) FROM mark WHERE state = 'queued'`).pluck().get()).toBe(1)
    old.close()
  })

  test('without a store and a journal is refused', async () => {
    rmSync(path)
    expect(await kant('rebuild')).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no outbox in ${folder}: no station has run there yet.\n`,
    })
    expect(existsSync(path)).toBe(false)
  })
})

describe('a damaged or newer store', () => {
  test('of a newer program is refused by every command, and does not change', async () => {
    const db = new Database(path)
    db.pragma(`user_version = ${outboxMigrations.length + 1}`)
    db.close()
    const before = readFileSync(path)
    const id = idOf('parked')
    const every = [
      ['list'],
      ['show', id],
      ['retry', id],
      ['park', id, '--why', 'x'],
      ['export', join(folder, 'x.json')],
      ['rebuild'],
    ]
    for (const words of every) {
      const { code, stdout, stderr } = await kant(...words)
      expect([words, code, stdout, stderr]).toEqual([words, 1, '', expect.stringContaining('Use the newer program.')])
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('that is missing is not reported as empty: the message names its journal and what to do', async () => {
    await openLedger({ folder, clock: systemClock }).close()
    rmSync(path)
    expect(await kant('list')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`but its journal is there, with 11 marks. ${rebuildLine()}`),
    })
    rmSync(join(folder, 'journal'), { recursive: true })
    mkdirSync(join(folder, 'sandbox/station'), { recursive: true })
    const { stderr } = await kant('list')
    expect(stderr).toContain('though a station has run there, and no journal of it.')
    expect(stderr).toContain(`--data ${join(folder, 'sandbox/station')}`)
  })

  test('that is behind its journal is reported as incomplete, before its list and for a missing mark', async () => {
    const outbox = openLedger({ folder, clock: systemClock })
    const older = join(folder, 'older.db')
    copyFileSync(path, older)
    outbox.operators.add('AB')
    await outbox.close()
    renameSync(older, path)
    rmSync(`${path}-wal`, { force: true })
    const lacks = /the store ends at change \d+, its journal at change \d+\. /
    const { stdout } = await kant('list')
    expect(stdout).toMatch(new RegExp(`^The store is incomplete: ${lacks.source}`))
    expect(stdout).toContain(rebuildLine())
    const { code, stderr } = await kant('show', 'ZZZ')
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(lacks) })
    expect(stderr).toContain(rebuildLine())
    await kant('rebuild')
    expect((await kant('list')).stdout).not.toContain('not whole')
  })

  test('that is damaged is reported, with what to do', async () => {
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xa5, 100, bytes.length))
    expect(await kant('list')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The store cannot be read: /),
    })
    expect((await kant('list')).stderr).toContain(rebuildLine())
  })
})
