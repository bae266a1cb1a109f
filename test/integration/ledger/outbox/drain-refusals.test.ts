// The drain when the service refuses, when rows fail while others pass, and when the store itself fails.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failed } from '../../../../shared/base/result.ts'
import type { Failure } from '../../../../shared/workshop-api/index.ts'
import type { DrainPorts, Sheet } from '../../../../src-main/ledger/index.ts'
import { stationWithService } from './station-with-service.ts'
import { untilPasses } from '../../../until-passes.ts'

let rig: Awaited<ReturnType<typeof stationWithService>>
beforeEach(async () => {
  rig = await stationWithService()
})
afterEach(() => rig.close())

type Report = Parameters<DrainPorts['report']>[0]
const failing = (failure: Failure) => Promise.resolve(failed(failure))
const refusal = (status: number, code: string): Failure => ({
  kind: 'refused',
  status,
  code,
  error: { code: 'invalid_request', message: 'Nei', requestId: 'req_1' },
  retryAfterSeconds: null,
})
/** Opens the ledger again beside a service that fails every report, until the returned function is called. */
async function reopenRefusing(failure: Failure): Promise<() => void> {
  let isAccepting = false
  await rig.reopen({ report: (report) => (isAccepting ? rig.ports.report(report) : failing(failure)) })
  return () => {
    isAccepting = true
  }
}
const sheets = async (count: number): Promise<[Sheet, ...Sheet[]]> => {
  const [first, ...rest] = await rig.sheets(count)
  if (first === undefined) throw new Error('no sheet was made')
  return [first, ...rest]
}
const textOf = ({ body }: Report): unknown => JSON.parse(new TextDecoder().decode(body))

describe('the order of requests', () => {
  test('the marks of one sheet are sent one after the other, in order', async () => {
    const [sheet] = await sheets(1)
    const sent: unknown[] = []
    const answers: (() => void)[] = []
    await rig.reopen({
      report: (report) => {
        sent.push(textOf(report))
        return new Promise((resolve) => {
          answers.push(() => resolve(failing(refusal(422, 'params_invalid'))))
        })
      },
    })
    rig.mark(sheet)
    rig.mark({ ...sheet, reworkCount: 1, quantity: sheet.quantity + 1 })
    rig.holdOver()
    await untilPasses(() => expect(sent).toHaveLength(1))
    rig.drain().wake()
    expect(sent).toMatchObject([{ quantity: sheet.quantity }])
    answers.shift()?.()
    await untilPasses(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ quantity: sheet.quantity + 1 })
    answers.shift()?.()
  })

  test('a sheet whose report hangs delays no other sheet', async () => {
    const [hanging, ...others] = await sheets(6)
    await rig.reopen({
      report: (report) =>
        report.sheetId === hanging.id
          ? new Promise((resolve) =>
              report.signal.addEventListener('abort', () => resolve(failing({ kind: 'cancelled' }))),
            )
          : rig.ports.report(report),
    })
    for (const sheet of [hanging, ...others]) rig.mark(sheet)
    rig.holdOver()
    for (const sheet of others) await rig.becomes(sheet, 'delivered')
    expect(rig.stateOf(hanging)).toBe('sending')
  })

  test('a request is in the store before its first byte is sent', async () => {
    const [sheet] = await sheets(1)
    const stored: unknown[] = []
    await rig.reopen({
      report: (report) => {
        const db = new Database(join(rig.folder, 'outbox.db'), { readonly: true })
        stored.push(db.prepare('SELECT state, request, idempotency_key FROM mark').get())
        db.close()
        expect(stored).toEqual([
          { state: 'sending', request: Buffer.from(report.body), idempotency_key: report.idempotencyKey },
        ])
        return rig.ports.report(report)
      },
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'delivered')
    expect(stored).toHaveLength(1)
  })
})

describe('a stored request', () => {
  test('is sent unchanged, whatever this program would write today', async () => {
    const [sheet] = await sheets(1)
    await rig.network.cut()
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('offline')
    await rig.ledger().close()
    const db = new Database(join(rig.folder, 'outbox.db'))
    db.prepare('UPDATE mark SET request = ?, bent_at = marked_at').run(Buffer.from('{ "by": "KN" }'))
    db.close()
    const sent: string[] = []
    await rig.network.restore()
    await rig.reopen({
      report: (report) => {
        sent.push(new TextDecoder().decode(report.body))
        return rig.ports.report(report)
      },
    })
    await untilPasses(() => {
      rig.clock.advance(1_000)
      expect(sent).toEqual(['{ "by": "KN" }'])
    })
  })
})

describe('the service refuses', () => {
  test('a brake that it does not know: the report is sent once more with the smallest body under a new key', async () => {
    const [sheet] = await sheets(1)
    const sent: Report[] = []
    await rig.reopen({
      report: (report) => {
        sent.push(report)
        return rig.ports.report(report)
      },
    })
    rig.mark(sheet, { pressBrakeId: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7fff' })
    rig.holdOver()
    await rig.becomes(sheet, 'delivered')
    expect(sent.map(textOf)).toMatchObject([{ by: 'KN' }, { drawingVersion: sheet.drawingVersion }])
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey)
    expect(rig.admin.sheets.find(sheet.id).bent?.quantity).toBe(sheet.quantity)
  })

  test('every body: three marks are parked, and the queue halts until a person resumes it', async () => {
    const marked = await sheets(5)
    await rig.reopen({ report: () => failing(refusal(400, 'invalid_request')) })
    for (const sheet of marked) rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('halted')
    await untilPasses(() => expect(rig.marks().summary().needsPerson).toBeGreaterThanOrEqual(3))
    expect(rig.marks().summary()).toMatchObject({ held: 0 })
    const { undelivered, needsPerson } = rig.marks().summary()
    expect(undelivered + needsPerson).toBe(5)
    rig.clock.advance(86_400_000)
    expect(rig.drain().queue().state).toBe('halted')
  })

  test('three sheets in a row as unknown: the drain checks the key’s workshop, and continues', async () => {
    const [first, ...others] = await sheets(4)
    let identityReads = 0
    await rig.reopen({
      readMe: (signal) => {
        identityReads += 1
        return rig.ports.readMe(signal)
      },
    })
    const removedSheets = others.map((sheet, index) => ({
      ...sheet,
      id: `5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7e0${index}`,
    }))
    for (const sheet of removedSheets) rig.mark(sheet)
    rig.holdOver()
    for (const sheet of removedSheets) await rig.becomes(sheet, 'gone')
    rig.mark(first)
    rig.holdOver()
    await rig.becomes(first, 'delivered')
    expect(identityReads).toBe(2)
    expect(rig.drain().queue().state).toBe('running')
  })

  test('because of a limit: the row waits until then, without counting an attempt', async () => {
    const [sheet] = await sheets(1)
    let refused = 0
    await rig.reopen({
      report: (report) =>
        refused++ === 0
          ? failing({ kind: 'rate_limited', untilMs: rig.clock.now() + 45_000, wholeDay: false })
          : rig.ports.report(report),
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'waiting')
    expect(rig.drain().queue()).toEqual({
      state: 'running',
      problem: { code: 'rate_limited', params: { seconds: 45 } },
    })
    rig.clock.advance(44_999)
    rig.drain().retryOffline()
    expect([rig.stateOf(sheet), refused]).toEqual(['waiting', 1])
    rig.clock.advance(1)
    await rig.becomes(sheet, 'delivered')
  })

  test('because of a limit with an absurd wait: one row is sent every 15 minutes, and asking now ends the wait', async () => {
    const [first, second = first] = await sheets(2)
    let reports = 0
    let mended = false
    await rig.reopen({
      report: (report) => {
        reports += 1
        const untilMs = rig.clock.now() + 25 * 3_600_000
        return mended ? rig.ports.report(report) : failing({ kind: 'rate_limited', untilMs, wholeDay: true })
      },
    })
    rig.mark(first)
    rig.holdOver()
    await rig.becomes(first, 'waiting')
    rig.mark(second)
    rig.holdOver()
    await rig.becomes(second, 'queued')
    expect(reports).toBe(1)
    rig.clock.advance(14 * 60_000)
    expect(reports).toBe(1)
    await untilPasses(() => {
      rig.clock.advance(10_000)
      expect(reports).toBe(2)
    })
    mended = true
    rig.drain().askNow()
    await rig.becomes(first, 'delivered')
    await rig.becomes(second, 'delivered')
  })

  test('because the service still processes it: asking now ends the wait', async () => {
    const [sheet] = await sheets(1)
    const accept = await reopenRefusing(refusal(409, 'idempotency_in_progress'))
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'waiting')
    accept()
    rig.drain().askNow()
    await rig.becomes(sheet, 'delivered')
    expect(rig.stateOf(sheet)).toBe('delivered')
  })

  test('every request: the queue halts until a person resumes it', async () => {
    const [sheet] = await sheets(1)
    const accept = await reopenRefusing(refusal(415, 'unsupported_file_type'))
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('halted')
    expect(rig.stateOf(sheet)).toBe('queued')
    accept()
    rig.drain().resume()
    await rig.becomes(sheet, 'delivered')
  })
})

describe('something between the station and the service answers', () => {
  test('a portal’s page makes the queue offline and the row unknown; the sheet is read before anything is sent again', async () => {
    const [sheet] = await sheets(1)
    let portal = true
    await rig.reopen({
      report: (report) =>
        portal ? failing({ kind: 'not_the_service', status: 200, message: 'HTML' }) : rig.ports.report(report),
      readSheet: (id, signal) =>
        portal
          ? failing({ kind: 'not_the_service', status: 302, message: 'redirect' })
          : rig.ports.readSheet(id, signal),
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('offline')
    expect(rig.drain().queue().problem?.code).toBe('not_the_service')
    expect(rig.stateOf(sheet)).toBe('unknown')
    rig.clock.advance(600_000)
    portal = false
    await rig.becomesInTime(sheet, 'delivered')
    expect(rig.lines.filter((line) => line.startsWith('unknown, and not bent'))).toHaveLength(1)
  })

  test('a row that fails ten times while others pass is parked; a single row is tried again', async () => {
    const [bad, good] = await sheets(2)
    if (good === undefined) throw new Error('two sheets are needed')
    let tries = 0
    const broken = { kind: 'server_error', status: 500, retryAfterSeconds: null, message: 'internal_error' } as const
    await rig.reopen({
      report: (report) => {
        if (report.sheetId !== bad.id) return rig.ports.report(report)
        tries += 1
        return failing(broken)
      },
    })
    rig.mark(bad)
    rig.holdOver()
    await untilPasses(() => {
      rig.clock.advance(60_000)
      expect(tries).toBeGreaterThan(12)
    })
    expect(rig.stateOf(bad)).not.toBe('parked')
    rig.mark(good)
    rig.holdOver()
    await rig.becomesInTime(good, 'delivered')
    await rig.becomesInTime(bad, 'parked')
    expect(rig.reasonOf(bad)).toBe('failing')
  })
})

const inFile = (sql: string): void => {
  const db = new Database(join(rig.folder, 'outbox.db'))
  db.pragma('legacy_alter_table = ON')
  db.exec(sql)
  db.close()
}

describe('the store itself fails', () => {
  test('with nothing to send, the queue recovers as soon as the store does', async () => {
    inFile('ALTER TABLE mark RENAME TO mark_away')
    rig.drain().wake()
    await rig.queueBecomes('halted')
    inFile('ALTER TABLE mark_away RENAME TO mark')
    rig.clock.advance(60_000)
    await rig.queueBecomes('running')
    expect(rig.drain().queue().problem).toBeNull()
  })

  test('a mark is refused and the queue reports it; once the store works again the marks are sent', async () => {
    const [before, during] = await sheets(2)
    if (during === undefined) throw new Error('two sheets are needed')
    rig.mark(before)
    inFile('ALTER TABLE mark RENAME TO mark_away')
    expect(rig.mark(during)).toMatchObject({ ok: false, error: { code: 'not_stored' } })
    rig.holdOver()
    await rig.queueBecomes('halted')
    expect(rig.drain().queue().problem?.code).toBe('outbox_unreadable')
    inFile('ALTER TABLE mark_away RENAME TO mark')
    rig.clock.advance(60_000)
    await rig.becomes(before, 'delivered')
    await rig.queueBecomes('running')
    expect(rig.mark(during)).toMatchObject({ ok: true })
  })
})
