// The budget and the limits of part 8, on a clock that the test controls.
import { describe, expect, test } from 'vitest'
import { limitsFor } from '../../../shared/workshop-api/index.ts'
import { type Admission, Budget, type CallCounts, type Priority } from '../../../src-main/workshop/budget.ts'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { manualClock } from '../../manual-clock.ts'

const live = limitsFor({ kind: 'workshop', sandbox: false })
const sandbox = limitsFor({ kind: 'workshop', sandbox: true })

function counts(): CallCounts & { windows: Map<string, number> } {
  const windows = new Map<string, number>()
  return {
    windows,
    count: (window) => windows.get(window) ?? 0,
    add: (window, n) => void windows.set(window, (windows.get(window) ?? 0) + n),
    forget: (window) => void windows.delete(window),
  }
}

function setUp(options: { start?: string; counts?: CallCounts } = {}) {
  const clock = manualClock(Date.parse(options.start ?? '2026-11-24T08:00:10Z'))
  const serviceClock = createServiceClock(clock)
  const store = options.counts ?? counts()
  const budget = new Budget({ clock, serviceClock, counts: store })
  budget.setLimits(live)
  return { clock, serviceClock, budget, store }
}

/** Requests a call; `admission` is null while the call waits. */
function ask(budget: Budget, priority: Priority, callClass: 'read' | 'write' = 'read', signal?: AbortSignal) {
  const call: { admission: Admission | null } = { admission: null }
  const wait = async (): Promise<void> => {
    call.admission = await budget.admit(callClass, priority, signal)
  }
  void wait()
  return call
}
const broken = (): never => {
  throw new Error('disk full')
}
const rounds = async (): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await Promise.resolve()
}
async function admitted(budget: Budget, priority: Priority, tries: number, callClass: 'read' | 'write' = 'read') {
  const calls = Array.from({ length: tries }, () => ask(budget, priority, callClass))
  await rounds()
  return calls.filter(({ admission }) => admission?.admitted === true).length
}
const finish = (
  { admission }: { admission: Admission | null },
  remaining: number,
  reset: string,
  limit = 120,
): void => {
  if (admission?.admitted !== true) throw new Error('the call is not admitted')
  admission.ticket.done({ counted: true, facts: { limit, remaining, reset: Date.parse(reset) / 1_000 } })
}

describe('a minute', () => {
  test('reads use half of the limit, the first pull uses all of it, and marks have a class of their own', async () => {
    expect(await admitted(setUp().budget, 'read', 200)).toBe(60)
    expect(await admitted(setUp().budget, 'pull', 200)).toBe(120)
    const { budget } = setUp()
    await admitted(budget, 'pull', 200)
    expect(await admitted(budget, 'mark', 50, 'write')).toBe(30)
  })

  test('in a sandbox, and before /me is read, every limit is half', async () => {
    const { clock, serviceClock } = setUp()
    const unknown = new Budget({ clock, serviceClock, counts: counts() })
    expect(await admitted(unknown, 'pull', 200)).toBe(60)
    expect(await admitted(unknown, 'mark', 50, 'write')).toBe(15)
    expect(unknown.limits()).toEqual(sandbox)
  })

  test('waiting calls are admitted when the next minute begins, marks before reads', async () => {
    const { clock, budget } = setUp()
    const under = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    // the service may count the 119 calls in flight in the next minute, which leaves one call
    const [reads, marks] = [ask(budget, 'pull'), ask(budget, 'mark')]
    finish(under[0] ?? reads, 0, '2026-11-24T08:01:00Z')
    expect(clock.nextWait()).toBe(50_000)
    clock.advance(49_999)
    await rounds()
    expect([reads.admission, marks.admission]).toEqual([null, null])
    clock.advance(1)
    await rounds()
    expect([reads.admission, marks.admission?.admitted]).toEqual([null, true])
  })

  test('calls in flight count in the minute in which the service may count them', async () => {
    const { clock, budget } = setUp()
    const under = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    const mark = ask(budget, 'mark')
    const read = ask(budget, 'read')
    for (const each of under.slice(0, 119)) finish(each, 0, '2026-11-24T08:01:00Z')
    clock.advance(50_000)
    await rounds()
    expect(mark.admission?.admitted).toBe(true)
    expect(read.admission?.admitted).toBe(true)
    expect(await admitted(budget, 'pull', 200)).toBe(117)
  })

  test('calls of other programs with the same key reduce the limit, as the headers show', async () => {
    const { budget } = setUp()
    const first = ask(budget, 'pull')
    await rounds()
    finish(first, 20, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(20)
  })

  test('calls that an early response cannot have counted are added to its number', async () => {
    const { budget } = setUp()
    const calls = Array.from({ length: 10 }, () => ask(budget, 'pull'))
    await rounds()
    // the response counts 50 calls of another program and the first of these ten
    finish(calls[0] ?? { admission: null }, 69, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(60)
  })

  test('an older response that arrives late does not increase the limit', async () => {
    const { budget } = setUp()
    const [first, second] = [ask(budget, 'pull'), ask(budget, 'pull')]
    await rounds()
    finish(second, 20, '2026-11-24T08:01:00Z')
    finish(first, 90, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBeLessThanOrEqual(20)
  })

  test('headers that allow more than the own count are ignored', async () => {
    const { budget } = setUp()
    const calls = Array.from({ length: 100 }, () => ask(budget, 'pull'))
    await rounds()
    for (const each of calls) finish(each, 119, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(20)
  })

  test('a smaller limit in the headers applies', async () => {
    const { budget } = setUp()
    const first = ask(budget, 'pull')
    await rounds()
    finish(first, 29, '2026-11-24T08:01:00Z', 30)
    expect(await admitted(budget, 'pull', 200)).toBe(29)
  })

  test('a response from a later minute starts that minute', async () => {
    const { budget } = setUp({ start: '2026-11-24T08:00:59.900Z' })
    const calls = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    for (const [i, each] of calls.entries()) finish(each, 119 - i, '2026-11-24T08:02:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(0)
  })

  test('the minute is the service’s, whatever this computer’s clock shows', async () => {
    const { clock, serviceClock, budget } = setUp()
    // the service is 20 s ahead, known to the second
    serviceClock.observe(0, 0, clock.now() + 20_000)
    await admitted(budget, 'pull', 120)
    ask(budget, 'read')
    expect(clock.nextWait()).toBe(30_000)
    clock.step(3_600_000)
    expect(clock.nextWait()).toBe(30_000)
  })

  test('a call that was not sent, a 401 and a 429 do not count', async () => {
    const { budget, store } = setUp()
    const calls = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    for (const { admission } of calls.slice(0, 50))
      if (admission?.admitted === true) admission.ticket.done({ counted: false, facts: null })
    expect(await admitted(budget, 'pull', 200)).toBe(50)
    expect(store.count('day/20781')).toBe(120)
  })

  test('the count of the minute survives a restart', async () => {
    const store = counts()
    await admitted(setUp({ counts: store }).budget, 'pull', 100)
    expect(await admitted(setUp({ counts: store }).budget, 'pull', 200)).toBe(20)
  })

  test('a failing store of counts stops no call, and the limit still applies', async () => {
    const { budget } = setUp({ counts: { count: broken, add: broken, forget: broken } })
    expect(await admitted(budget, 'pull', 200)).toBe(120)
  })

  test('a cancelled wait does not count', async () => {
    const { clock, budget } = setUp()
    const stop = new AbortController()
    await admitted(budget, 'pull', 120)
    const cancelled = ask(budget, 'read', 'read', stop.signal)
    stop.abort()
    await rounds()
    expect(cancelled.admission).toEqual({ admitted: false, failure: { kind: 'cancelled' } })
    expect(await admitted(budget, 'read', 1, 'read')).toBe(0)
    budget.close()
    await rounds()
    expect(clock.waiting()).toBe(0)
  })
})

describe('429', () => {
  test('for a minute delays its class for as long as the service says, and no other class', async () => {
    const { clock, budget } = setUp()
    budget.refused('read', 42_000, false)
    const read = ask(budget, 'read')
    expect(await admitted(budget, 'mark', 5, 'write')).toBe(5)
    clock.advance(41_999)
    await rounds()
    expect(read.admission).toBeNull()
    clock.advance(1)
    await rounds()
    expect(read.admission?.admitted).toBe(true)
  })

  test('for the day refuses every call at once, with the time at which it ends', async () => {
    const { clock, budget } = setUp()
    budget.refused('read', 3_600_000, true)
    const [read, mark] = [ask(budget, 'read'), ask(budget, 'mark', 'write')]
    await rounds()
    const failure = { kind: 'rate_limited', untilMs: clock.now() + 3_600_000, wholeDay: true }
    expect([read.admission, mark.admission]).toEqual([
      { admitted: false, failure },
      { admitted: false, failure },
    ])
    clock.advance(3_600_000)
    expect(await admitted(budget, 'read', 1)).toBe(1)
  })
})

describe('429 with an absurd wait', () => {
  const absurdMs = 25 * 3_600_000
  const quarterMs = 15 * 60_000

  test('admits one call for a mark every 15 minutes, until the service answers again', async () => {
    const { clock, budget } = setUp()
    budget.refused('write', absurdMs, true)
    expect(await admitted(budget, 'mark', 2, 'write')).toBe(0)
    clock.advance(quarterMs)
    expect(await admitted(budget, 'read', 1)).toBe(0)
    const [probe, other] = [ask(budget, 'mark', 'write'), ask(budget, 'mark', 'write')]
    await rounds()
    expect([probe.admission?.admitted, other.admission?.admitted]).toEqual([true, false])
    finish(probe, 29, '2026-11-24T08:16:00Z')
    expect(await admitted(budget, 'read', 1)).toBe(1)
  })

  test('ends at midnight in UTC, when the day’s calls are free again', async () => {
    const { clock, budget } = setUp()
    budget.refused('read', absurdMs, true)
    const midnightMs = 24 * 3_600_000 - (clock.now() % (24 * 3_600_000))
    clock.advance(midnightMs - 1)
    expect(await admitted(budget, 'read', 1)).toBe(0)
    clock.advance(1)
    expect(await admitted(budget, 'read', 1)).toBe(1)
  })

  test('ends when a person asks now', async () => {
    const { budget } = setUp()
    budget.refused('write', absurdMs, true)
    budget.askNow()
    expect(await admitted(budget, 'mark', 2, 'write')).toBe(2)
  })
})

describe('a day', () => {
  test('reads stop 300 calls before the limit, and marks may use those calls', async () => {
    const store = counts()
    store.add('day/20781', 4_699)
    const { clock, budget } = setUp({ counts: store })
    const last = ask(budget, 'read')
    await rounds()
    finish(last, 119, '2026-11-24T08:01:00Z')
    const refused = ask(budget, 'read')
    await rounds()
    expect(refused.admission).toEqual({
      admitted: false,
      failure: { kind: 'rate_limited', untilMs: Date.parse('2026-11-25T00:00:00Z'), wholeDay: true },
    })
    expect(await admitted(budget, 'mark', 30, 'write')).toBe(30)
    clock.advance(16 * 3_600_000)
    expect(await admitted(budget, 'read', 100)).toBe(60)
  })

  test('marks stop, too, when the last call of the day is used', async () => {
    const store = counts()
    store.add('day/20781', 4_998)
    expect(await admitted(setUp({ counts: store }).budget, 'mark', 5, 'write')).toBe(2)
  })
})

describe('the estimated duration', () => {
  test('is in whole minutes where the limit delays calls', async () => {
    const { budget } = setUp()
    expect(budget.secondsFor('read', 'pull', 40)).toBe(2)
    // 120 now, 120 at 08:01, 120 at 08:02, 120 at 08:03, the last 20 at 08:04
    expect(budget.secondsFor('read', 'pull', 500)).toBe(50 + 3 * 60)
    expect(budget.secondsFor('read', 'read', 61)).toBe(50)
    await admitted(budget, 'pull', 120)
    expect(budget.secondsFor('read', 'pull', 1)).toBe(50)
  })
})
