// The store of an older version keeps its contents when it is upgraded.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { answerStore } from '../../../src-service/http/idempotency.ts'
import { migrations } from '../../../src-service/store/migrations.ts'
import { openStore } from '../../../src-service/store/store.ts'

const rows = (db: Database.Database, sql: string) => db.prepare(sql).all()

test('events, stored answers and shown orders survive the fifth migration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-older-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const older = new Database(join(folder, 'workshop.db'))
  older.pragma('journal_mode = WAL')
  for (const { number, sql } of migrations.filter((step) => step.number < 5)) {
    older.exec(sql)
    older.pragma(`user_version = ${number}`)
  }
  older.exec(`
    INSERT INTO workshop VALUES ('w', 'w', 'W', 1, '[]', '[]', '');
    INSERT INTO api_key VALUES ('k', 'w', 'h', 'K', 'test', 'workshop', NULL, 'annet', '[]', '', NULL);
    INSERT INTO event VALUES ('evt_2', 'w', 0, 'order.updated', NULL, '{"no":2}'), ('evt_1', 'w', 0, 'order.updated', 'c', '{"no":1}');
    INSERT INTO remembered_answer VALUES ('k', 'POST', '/orders', 'en-nokkel', 'hash', 201, '{"a":1}', '/orders/1', 1000);
    INSERT INTO work_order (id, workshop_id, is_test, number, number_display, status, seeded, created_at, updated_at, body)
      VALUES ('o', 'w', 1, 1, 'T-000001', 'mottatt', 0, '', '', '{}');`)
  const events = 'SELECT id, workshop_id, livemode, type, customer_id, body FROM event ORDER BY id'
  const selectShown = 'SELECT number, shown FROM work_order ORDER BY number'
  const before = { events: rows(older, events), shown: rows(older, selectShown) }
  older.close()

  const store = openStore(folder)
  onTestFinished(store.close)
  expect({ events: rows(store.db, events), shown: rows(store.db, selectShown) }).toEqual(before)
  const scope = { keyId: 'k', method: 'POST', path: '/orders', idempotencyKey: 'en-nokkel' }
  const answers = answerStore(store)
  const answer = { contentHash: 'hash', status: 201, body: '{"a":1}', location: '/orders/1' }
  const day = 86_400_000
  expect([answers.find(scope, 1_000 + day - 1), answers.find(scope, 1_000 + day)]).toEqual([answer, null])

  answers.deleteExpired(1_000 + day - 1)
  expect(rows(store.db, 'SELECT at FROM remembered_answer')).toEqual([{ at: 1_000 }])
  answers.deleteExpired(1_000 + day)
  expect(rows(store.db, 'SELECT at FROM remembered_answer')).toEqual([])
})
