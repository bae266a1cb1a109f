// The drain against the real service over HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failed } from '../../../../shared/base/result.ts'
import type { Sheet } from '../../../../src-main/ledger/index.ts'
import { stationWithService } from './station-with-service.ts'
import { untilPasses } from '../../../until-passes.ts'

type Rig = Awaited<ReturnType<typeof stationWithService>>

let rig: Rig
beforeEach(async () => {
  rig = await stationWithService()
})
afterEach(() => rig.close())

const one = async (): Promise<Sheet> => {
  const [sheet] = await rig.sheets(1)
  if (sheet === undefined) throw new Error('no sheet was made')
  return sheet
}
const bentEvents = async (sheets: Sheet[]): Promise<string[]> => {
  const page = await rig.client.listEvents({}, { priority: 'read' })
  if (!page.ok) throw new Error('no events')
  const ids = new Set(sheets.map(({ id }) => id))
  return page.value.items
    .filter(({ type }) => type === 'bending_sheet.bent')
    .map(({ data }) => data.bendingSheet?.id ?? '')
    .filter((id) => ids.has(id))
}

describe('an undelivered mark', () => {
  test('is held for ten seconds and then delivered unchanged', async () => {
    const sheet = await one()
    expect(rig.mark(sheet)).toMatchObject({ ok: true, value: { state: 'held' } })
    rig.clock.advance(9_999)
    expect(rig.stateOf(sheet)).toBe('held')
    rig.clock.advance(1)
    await rig.becomes(sheet, 'delivered')
    expect(rig.admin.sheets.find(sheet.id).bent).toMatchObject({ by: 'KN', quantity: sheet.quantity })
  })

  test('makes exactly one report to the service if nothing disturbs it', async () => {
    const reports: string[] = []
    await rig.reopen({
      report: (report) => {
        reports.push(report.sheetId)
        return rig.ports.report(report)
      },
    })
    const sheet = await one()
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'delivered')
    // a later pass of the drain sends another mark, and not this one again
    const next = await one()
    rig.mark(next)
    rig.holdOver()
    await rig.becomes(next, 'delivered')
    expect(reports).toEqual([sheet.id, next.id])
  })

  test('reports the time of bending by the service’s clock, however wrong this computer’s clock is', async () => {
    const sheet = await one()
    rig.clock.step(-3_600_000)
    rig.mark(sheet)
    const { markedAt } = rig.marks().markOnSheet(sheet.id) ?? { markedAt: '' }
    rig.holdOver()
    await rig.becomes(sheet, 'delivered')
    const bentAtMs = Date.parse(rig.admin.sheets.find(sheet.id).bent?.at ?? '')
    expect(bentAtMs - Date.parse(markedAt)).toBeGreaterThan(3_580_000)
    expect(bentAtMs).toBeLessThan(Date.now() + 60_000)
  })

  test('is never sent if it was undone', async () => {
    const [first, second] = await rig.sheets(2)
    if (first === undefined || second === undefined) throw new Error('two sheets are needed')
    const marked = rig.mark(first)
    if (!marked.ok) throw new Error(marked.error.code)
    rig.mark(second)
    expect(rig.marks().undo(marked.value.id)).toMatchObject({ ok: true, value: { state: 'cancelled' } })
    rig.holdOver()
    await rig.becomes(second, 'delivered')
    expect(rig.admin.sheets.find(first.id).bent).toBeNull()
  })

  test('waits for the first pull of events, and is sent anyway if that fails', async () => {
    const order: string[] = []
    const { promise: pull, reject: fail } = Promise.withResolvers<never>()
    await rig.reopen({
      ready: () => pull,
      readMe: (signal) => {
        order.push('asked who is there')
        return rig.ports.readMe(signal)
      },
    })
    const sheet = await one()
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'queued')
    order.push('pull failed')
    fail(new Error('the pull failed'))
    await rig.becomes(sheet, 'delivered')
    expect(order).toEqual(['pull failed', 'asked who is there'])
  })
})

describe('events come first', () => {
  test('after each time without a network, events are pulled again before anything is sent', async () => {
    const order: string[] = []
    await rig.reopen({
      ready: () => {
        order.push('pull')
        return Promise.resolve()
      },
      report: (report) => {
        order.push('report')
        return rig.ports.report(report)
      },
    })
    const [first, second] = await rig.sheets(2)
    if (first === undefined || second === undefined) throw new Error('two sheets are needed')
    rig.mark(first)
    rig.holdOver()
    await rig.becomes(first, 'delivered')
    await rig.network.cut()
    rig.mark(second)
    rig.holdOver()
    await rig.queueBecomes('offline')
    await rig.network.restore()
    await rig.becomesInTime(second, 'delivered')
    expect(order.slice(0, 3)).toEqual(['pull', 'report', 'report'])
    expect(order.slice(3)).toEqual(expect.arrayContaining(['pull', 'report']))
    expect(order.at(-1)).toBe('report')
    expect(order.at(-2)).toBe('pull')
  })

  test('a pull that hangs delays nothing for more than half a minute', async () => {
    await rig.reopen({ ready: () => new Promise(() => undefined) })
    const sheet = await one()
    rig.mark(sheet)
    rig.holdOver()
    rig.clock.advance(29_999)
    await rig.becomes(sheet, 'queued')
    expect(rig.admin.sheets.find(sheet.id).bent).toBeNull()
    await rig.becomesInTime(sheet, 'delivered')
  })
})

describe('without a network', () => {
  test('marks are queued, and each is delivered once after the network is back', async () => {
    const sheets = await rig.sheets(8)
    await rig.network.cut()
    for (const sheet of sheets) rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('offline')
    expect(rig.marks().summary()).toMatchObject({ held: 0, undelivered: 8, needsPerson: 0 })
    await rig.network.restore()
    rig.drain().retryOffline()
    for (const sheet of sheets) await rig.becomesInTime(sheet, 'delivered')
    expect((await bentEvents(sheets)).toSorted()).toEqual(sheets.map(({ id }) => id).toSorted())
    expect(rig.drain().queue()).toEqual({ state: 'running', problem: null })
  })

  test('the drain tries again without another call', async () => {
    const sheet = await one()
    await rig.network.cut()
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('offline')
    await rig.network.restore()
    await rig.becomesInTime(sheet, 'delivered')
    expect(rig.drain().queue().state).toBe('running')
  })

  test('a queued mark survives the station’s restart', async () => {
    const sheet = await one()
    await rig.network.cut()
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('offline')
    await rig.reopen()
    await rig.network.restore()
    rig.drain().retryOffline()
    await rig.becomesInTime(sheet, 'delivered')
    expect(await bentEvents([sheet])).toHaveLength(1)
  })
})

describe('when it is not known whether the report arrived', () => {
  test('a lost answer is verified by reading the sheet: no second report', async () => {
    const sheet = await one()
    await rig.reopen({
      report: async (report) => {
        await rig.ports.report(report)
        return failed({ kind: 'no_answer', cause: 'reset', message: 'cut after the request' })
      },
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'no_answer')
    rig.clock.advance(1_000)
    await rig.becomes(sheet, 'delivered')
    expect(rig.lines).toContain('unknown, and bent with our marker')
    expect(await bentEvents([sheet])).toHaveLength(1)
  })

  test('a lost request is sent again with the same key and the same bytes', async () => {
    const sheet = await one()
    const sent: { key: string; body: string }[] = []
    await rig.reopen({
      report: (report) => {
        sent.push({ key: report.idempotencyKey, body: new TextDecoder().decode(report.body) })
        return sent.length === 1
          ? Promise.resolve(failed({ kind: 'no_answer', cause: 'timeout', message: 'lost' }))
          : rig.ports.report(report)
      },
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'no_answer')
    rig.clock.advance(1_000)
    await rig.becomes(sheet, 'delivered')
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  test('a station closed while sending verifies at its next start', async () => {
    const sheet = await one()
    await rig.reopen({
      report: (report) =>
        new Promise((resolve) => {
          report.signal.addEventListener('abort', () => resolve(failed({ kind: 'cancelled' })))
        }),
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'sending')
    await rig.reopen()
    expect(rig.stateOf(sheet)).toBe('unknown')
    rig.clock.advance(60_000)
    await rig.becomes(sheet, 'delivered')
  })
})

describe('the workshop changed the sheet', () => {
  test('a new drawing makes a conflict, and other sheets continue', async () => {
    const [changed, other] = await rig.sheets(2)
    if (changed === undefined || other === undefined) throw new Error('two sheets are needed')
    const [piece] = rig.admin.sheets.find(changed.id).pieces
    if (piece === undefined) throw new Error('a sheet has a piece')
    rig.mark(changed)
    rig.mark(other)
    rig.admin.sheets.change(changed.id, { pieces: [{ ...piece, quantity: piece.quantity + 1 }] })
    rig.holdOver()
    await rig.becomes(changed, 'conflict')
    await rig.becomes(other, 'delivered')
    expect(rig.reasonOf(changed)).toBe('drawing_changed')
    expect(rig.admin.sheets.find(changed.id).bent).toBeNull()
    expect(rig.marks().summary().needsPerson).toBe(1)
  })

  test('a drawing that changed and changed back is reported under a new key', async () => {
    const sheet = await one()
    const before = rig.admin.sheets.find(sheet.id).pieces
    const [piece] = before
    if (piece === undefined) throw new Error('a sheet has a piece')
    rig.mark(sheet)
    rig.admin.sheets.change(sheet.id, { pieces: [{ ...piece, quantity: piece.quantity + 1 }] })
    rig.admin.sheets.change(sheet.id, { pieces: before })
    rig.holdOver()
    await rig.becomes(sheet, 'delivered')
    expect(rig.lines).toContain('superseded: same drawing, approved, not reworked since')
    expect(rig.admin.sheets.find(sheet.id).bent?.by).toBe('KN')
  })

  test('a sheet sent to the customer for approval makes a conflict', async () => {
    const sheet = await one()
    rig.mark(sheet)
    rig.admin.sheets.requestApproval(sheet.id)
    rig.holdOver()
    await rig.becomes(sheet, 'conflict')
    expect(rig.reasonOf(sheet)).toBe('not_approved')
  })

  test('a rework that was pulled makes a conflict before anything is sent', async () => {
    const sheet = await one()
    rig.mark(sheet)
    await rig.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
    const { reworkCount, approval } = rig.admin.sheets.rework(sheet.id)
    rig.marks().applyPull({ sheetId: sheet.id, reworkCount, approval: approval.state })
    expect([rig.stateOf(sheet), rig.reasonOf(sheet)]).toEqual(['conflict', 'reworked'])
  })

  test('a sheet bent at another station is shown to a person', async () => {
    const sheet = await one()
    const elsewhere = await rig.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
    expect(elsewhere.ok).toBe(true)
    rig.mark(sheet)
    rig.holdOver()
    await rig.becomes(sheet, 'bent_elsewhere')
    expect(rig.admin.sheets.find(sheet.id).bent?.by).toBe('OT')
  })

  test('a cancelled order’s sheet is a conflict', async () => {
    const sheet = await one()
    rig.mark(sheet)
    rig.admin.orders.forward(sheet.order.numberDisplay, 'Naboverkstedet')
    rig.holdOver()
    await rig.becomes(sheet, 'conflict')
    expect(rig.reasonOf(sheet)).toBe('gone')
  })
})

describe('the key', () => {
  test('revoked: marks are still accepted, none is lost, and all are sent with a new key', async () => {
    const [first, second] = await rig.sheets(2)
    if (first === undefined || second === undefined) throw new Error('two sheets are needed')
    rig.admin.revokeKey('Kant')
    rig.mark(first)
    rig.holdOver()
    await rig.queueBecomes('blocked_by_key')
    expect(rig.mark(second).ok).toBe(true)
    expect(rig.drain().queue().problem?.code).toBe('key_refused')
    rig.useKey(rig.admin.makeKey({ name: 'Ny' }))
    rig.drain().resume()
    rig.holdOver()
    await rig.becomes(first, 'delivered')
    await rig.becomes(second, 'delivered')
  })

  test('refused: it is tried at most once in fifteen minutes, even if the queue is woken', async () => {
    let identityReads = 0
    const readMe: typeof rig.ports.readMe = (signal) => {
      identityReads += 1
      return rig.ports.readMe(signal)
    }
    await rig.reopen({ readMe })
    const sheet = await one()
    rig.admin.revokeKey('Kant')
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('blocked_by_key')
    for (let minute = 0; minute < 14; minute += 1) {
      rig.clock.advance(60_000)
      rig.drain().retryOffline()
    }
    expect(identityReads).toBe(1)
    rig.clock.advance(60_000)
    await untilPasses(() => expect(identityReads).toBe(2))
    expect(rig.stateOf(sheet)).toBe('queued')
  })

  test('without the scope or the module: the queue reports which one is missing', async () => {
    const sheet = await one()
    rig.useKey(rig.admin.makeKey({ name: 'Leser', scopes: ['production:read'] }))
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('blocked_by_key')
    expect(rig.drain().queue().problem).toEqual({ code: 'scope_missing', params: { scope: 'production:status' } })
    rig.useKey(rig.admin.makeKey({ name: 'Skriver' }))
    rig.admin.switchModule('produksjon', false)
    rig.drain().resume()
    await rig.queueBecomes('blocked_by_plan')
    rig.admin.switchModule('produksjon', true)
    rig.clock.advance(3_600_000)
    await rig.becomes(sheet, 'delivered')
  })

  test('of another workshop: the queue halts and nothing is sent', async () => {
    const sheet = await one()
    let sent = 0
    await rig.reopen({
      readMe: async (signal) => {
        const answer = await rig.ports.readMe(signal)
        return answer.ok
          ? { ...answer, value: { ...answer.value, organization: { name: 'Annet', shopSlug: 'annet' } } }
          : answer
      },
      report: (report) => {
        sent += 1
        return rig.ports.report(report)
      },
    })
    rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('halted')
    expect(rig.drain().queue().problem?.code).toBe('other_workshop')
    expect([rig.stateOf(sheet), sent]).toEqual(['queued', 0])
  })
})
