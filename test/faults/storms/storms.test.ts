// An hour in which no call reaches the service, for several causes: no mark is lost or done twice, the service gets no burst of calls
// afterwards, and every mark is sent within one pause.
import { afterEach, expect, test } from 'vitest'
import { headers as names } from '../../../shared/workshop-api/index.ts'
import type { Answer } from '../../simulation/faults/fault-proxy.ts'
import { stormRig, sumOf, type Storm, type StormRig } from './storm-rig.ts'
import { onlyLongUnless } from '../../only-long.ts'

const hourMs = 3_600_000
const marks = 12
/** The longest pause of a station after a failure, plus the time that sending takes. */
const recoveryMs = 60_000 + 5_000
/** Four a minute, for reads and marks together. */
const maxCalls = 240

let rig: StormRig
afterEach(() => rig.close())

const error = (status: number, code: string, now: number, more: Record<string, string> = {}): Answer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    date: new Date(now).toUTCString(),
    [names.requestId]: 'req_storm',
    ...more,
  },
  body: Buffer.from(JSON.stringify({ error: { code, message: 'Nei', requestId: 'req_storm' } })),
})
const storms: Record<string, Storm> = {
  '429 for the rest of each minute': (_, now) => {
    const remainingSeconds = 60 - (Math.floor(now / 1_000) % 60)
    return error(429, 'rate_limited', now, { [names.retryAfter]: String(remainingSeconds) })
  },
  '503': (_, now) => error(503, 'unavailable', now),
  'time-outs': () => 'silence',
  'a captive portal': (_, now) => ({
    status: 200,
    headers: { 'content-type': 'text/html', date: new Date(now).toUTCString() },
    body: Buffer.from('<html>Logg inn</html>'),
  }),
  'a captive portal that redirects': (_, now) => ({
    status: 302,
    headers: { location: 'http://login.example/', date: new Date(now).toUTCString() },
    body: Buffer.alloc(0),
  }),
}

for (const name of Object.keys(storms))
  test(`an hour of ${name}`, onlyLongUnless(name === '503' || name.startsWith('429')), async () => {
    rig = await stormRig()
    const ids = rig.admin.makeSheets({ count: marks, approved: true })
    await rig.letPass(120_000)
    const { mark, ledger } = rig.station()
    // some marks are being sent when it begins, others are made while it lasts
    for (const id of ids.slice(0, 4)) await mark(id)
    await rig.letPass(9_000)
    rig.callsSince()
    rig.storm(storms[name] ?? null)
    for (const id of ids.slice(4)) {
      await rig.letPass(hourMs / (marks - 4))
      await mark(id)
    }
    const calls = sumOf(rig.callsSince())
    expect(calls).toBeLessThanOrEqual(maxCalls)
    expect(rig.bent().size).toBe(0)
    const { held, undelivered, needsPerson } = ledger.marks.summary()
    expect(held + undelivered + needsPerson).toBe(marks)

    rig.storm(null)
    await rig.letPass(recoveryMs)
    expect(rig.bent()).toEqual(new Map(ids.map((id) => [id, 1])))
    expect(ledger.marks.summary()).toEqual({ held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null })
  })

/** The time that the write limit needs, from the beginning of a minute: a full limit in each minute but the last. */
const leastMs = (count: number, perMinute: number): number => (Math.ceil(count / perMinute) - 1) * 60_000

for (const { where, sandbox, perMinute } of [
  { where: 'a live workshop', sandbox: false, perMinute: 30 },
  { where: 'the sandbox', sandbox: true, perMinute: 15 },
])
  test(
    `two hundred marks go out in ${where} within 1.1 times what the limit allows, and without a 429`,
    { tags: 'long' },
    async () => {
      rig = await stormRig({ sandbox })
      const ids = rig.admin.makeSheets({ count: 200, approved: true })
      await rig.letPass(15 * 60_000)
      const { mark, ledger } = rig.station()
      rig.storm(storms['a captive portal'] ?? null)
      for (const id of ids) await mark(id)
      await rig.letPass(120_000)
      rig.callsSince()
      rig.storm(null)
      await rig.until(() => rig.bent().size > 0, 120_000)
      const durationMs = await rig.until(() => rig.bent().size === ids.length, 2 * hourMs)
      expect(rig.bent()).toEqual(new Map(ids.map((id) => [id, 1])))
      expect(durationMs).toBeLessThanOrEqual(1.1 * leastMs(ids.length, perMinute))
      expect([...rig.callsSince().keys()]).toEqual([200])
      expect(ledger.marks.summary().undelivered).toBe(0)
    },
  )
