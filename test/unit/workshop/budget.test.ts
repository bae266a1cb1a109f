// The budget against the limits of part 8, on a clock that the test holds.
import { describe, expect, test } from 'vitest'
import { limitsFor } from '../../../shared/workshop-api/index.ts'
import {
  type Admission,
  type Budget,
  type CallCounts,
  type Priority,
  createBudget,
} from '../../../src-main/workshop/budget.ts'
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
  const kept = options.counts ?? counts()
  const budget = createBudget({ clock, serviceClock, counts: kept })
  budget.setLimits(live)
  return { clock, serviceClock, budget, kept }
}

/** What became of a call so far. */
function ask(budget: Budget, priority: Priority, callClass: 'read' | 'write' = 'read', signal?: AbortSignal) {
  const asked: { admission: Admission | null } = { admission: null }
  const wait = async (): Promise<void> => {
    asked.admission = await budget.admit(callClass, priority, signal)
  }
  void wait()
  return asked
}
const broken = (): never => {
  throw new Error('disk full')
}
const rounds = async (): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await Promise.resolve()
}
async function admitted(budget: Budget, priority: Priority, tries: number, callClass: 'read' | 'write' = 'read') {
  const asked = Array.from({ length: tries }, () => ask(budget, priority, callClass))
  await rounds()
  return asked.filter(({ admission }) => admission?.admitted === true).length
}
const finish = (
  { admission }: { admission: Admission | null },
  remaining: number,
  reset: string,
  limit = 120,
): void => {
  if (admission?.admitted !== true) throw new Error('it was not admitted')
  admission.ticket.done({ counted: true, facts: { limit, remaining, reset: Date.parse(reset) / 1_000 } })
}

describe('a minute', () => {
  test('reads take half of the limit, the first pull takes all of it, marks have their own class besides', async () => {
    expect(await admitted(setUp().budget, 'read', 200)).toBe(60)
    expect(await admitted(setUp().budget, 'pull', 200)).toBe(120)
    const { budget } = setUp()
    await admitted(budget, 'pull', 200)
    expect(await admitted(budget, 'mark', 50, 'write')).toBe(30)
  })

  test('in a sandbox, and until /me has spoken, every limit is half', async () => {
    const { clock, serviceClock } = setUp()
    const unknown = createBudget({ clock, serviceClock, counts: counts() })
    expect(await admitted(unknown, 'pull', 200)).toBe(60)
    expect(await admitted(unknown, 'mark', 50, 'write')).toBe(15)
    expect(unknown.limits()).toEqual(sandbox)
  })

  test('what waits goes when the next whole minute begins, marks before reads', async () => {
    const { clock, budget } = setUp()
    const under = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    // the 119 that are still under way may land in the next minute, which leaves one place
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

  test('calls under way count in the minute that they may land in', async () => {
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

  test('calls of other programs with the same key are seen in the headers and leave less', async () => {
    const { budget } = setUp()
    const first = ask(budget, 'pull')
    await rounds()
    finish(first, 20, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(20)
  })

  test('of an answer that overtook others, the calls that it cannot have counted are added', async () => {
    const { budget } = setUp()
    const asked = Array.from({ length: 10 }, () => ask(budget, 'pull'))
    await rounds()
    // 50 of another program and the first of these ten are counted in it
    finish(asked[0] ?? { admission: null }, 69, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(60)
  })

  test('an older answer that comes late gives nothing back', async () => {
    const { budget } = setUp()
    const [first, second] = [ask(budget, 'pull'), ask(budget, 'pull')]
    await rounds()
    finish(second, 20, '2026-11-24T08:01:00Z')
    finish(first, 90, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBeLessThanOrEqual(20)
  })

  test('headers that promise more than was counted here are not believed', async () => {
    const { budget } = setUp()
    const asked = Array.from({ length: 100 }, () => ask(budget, 'pull'))
    await rounds()
    for (const each of asked) finish(each, 119, '2026-11-24T08:01:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(20)
  })

  test('a smaller limit in the headers holds', async () => {
    const { budget } = setUp()
    const first = ask(budget, 'pull')
    await rounds()
    finish(first, 29, '2026-11-24T08:01:00Z', 30)
    expect(await admitted(budget, 'pull', 200)).toBe(29)
  })

  test('an answer from a later minute than thought moves the minute on', async () => {
    const { budget } = setUp({ start: '2026-11-24T08:00:59.900Z' })
    const asked = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    for (const [i, each] of asked.entries()) finish(each, 119 - i, '2026-11-24T08:02:00Z')
    expect(await admitted(budget, 'pull', 200)).toBe(0)
  })

  test('it is the service’s minute, whatever this computer’s clock shows', async () => {
    const { clock, serviceClock, budget } = setUp()
    // the service is 20 s ahead, known to the second
    serviceClock.observe(0, 0, clock.now() + 20_000)
    await admitted(budget, 'pull', 120)
    ask(budget, 'read')
    expect(clock.nextWait()).toBe(30_000)
    clock.step(3_600_000)
    expect(clock.nextWait()).toBe(30_000)
  })

  test('a call that never left, a 401 and a 429 give their place back', async () => {
    const { budget, kept } = setUp()
    const asked = Array.from({ length: 120 }, () => ask(budget, 'pull'))
    await rounds()
    for (const { admission } of asked.slice(0, 50))
      if (admission?.admitted === true) admission.ticket.done({ counted: false, facts: null })
    expect(await admitted(budget, 'pull', 200)).toBe(50)
    expect(kept.count('day/20781')).toBe(120)
  })

  test('a restart within the minute remembers what was used', async () => {
    const kept = counts()
    await admitted(setUp({ counts: kept }).budget, 'pull', 100)
    expect(await admitted(setUp({ counts: kept }).budget, 'pull', 200)).toBe(20)
  })

  test('a store of counts that fails costs no call, and the limit holds all the same', async () => {
    const { budget } = setUp({ counts: { count: broken, add: broken, forget: broken } })
    expect(await admitted(budget, 'pull', 200)).toBe(120)
  })

  test('a wait that is cancelled takes no place', async () => {
    const { clock, budget } = setUp()
    const stop = new AbortController()
    await admitted(budget, 'pull', 120)
    const given = ask(budget, 'read', 'read', stop.signal)
    stop.abort()
    await rounds()
    expect(given.admission).toEqual({ admitted: false, failure: { kind: 'cancelled' } })
    expect(await admitted(budget, 'read', 1, 'read')).toBe(0)
    budget.close()
    await rounds()
    expect(clock.waiting()).toBe(0)
  })
})

describe('429', () => {
  test('of a minute keeps its class out for as long as the service says, and no other', async () => {
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

  test('of the day ends every call at once, saying until when', async () => {
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

describe('a day', () => {
  test('reads stop 300 calls before its end, marks may take those', async () => {
    const kept = counts()
    kept.add('day/20781', 4_699)
    const { clock, budget } = setUp({ counts: kept })
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

  test('is over for marks too when its last call is made', async () => {
    const kept = counts()
    kept.add('day/20781', 4_998)
    expect(await admitted(setUp({ counts: kept }).budget, 'mark', 5, 'write')).toBe(2)
  })
})

describe('how long the rest takes', () => {
  test('is told in whole minutes where the limit is in the way', async () => {
    const { budget } = setUp()
    expect(budget.secondsFor('read', 'pull', 40)).toBe(2)
    // 120 now, 120 at 08:01, 120 at 08:02, 120 at 08:03, the last 20 at 08:04
    expect(budget.secondsFor('read', 'pull', 500)).toBe(50 + 3 * 60)
    expect(budget.secondsFor('read', 'read', 61)).toBe(50)
    await admitted(budget, 'pull', 120)
    expect(budget.secondsFor('read', 'pull', 1)).toBe(50)
  })
})
