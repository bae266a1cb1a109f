// Facts about machines, operators and days from other stations: what is read, and what is refused.
import { describe, expect, test } from 'vitest'
import { readFact } from '../../../shared/peers/index.ts'
import { usualTimes } from '../../../shared/planning/index.ts'

const common = { v: 1, from: 'a'.repeat(16), time: 1_764_000_000_000, by: 'KN' }
const machine = '018f0000-0000-7000-8000-00000000000b'
const bend = { brake: machine, mat: 'sink', mm: 0.8, tool: 'V8', punch: 'straight-88', vMm: 8, pr: 0.6, deg: 90 }

/** Whether the fact is read with each of these changes. */
const readings = (fact: object, changes: readonly object[]): string[] =>
  changes.map((change) => readFact({ ...fact, ...change }).is)

describe('an angle correction', () => {
  const correction = { ...common, kind: 'correction', ...bend, corr: -1.5, measured: 91.5 }

  test('is read exactly, with and without what a machine may lack', () => {
    expect(readFact(correction)).toEqual({ is: 'known', fact: correction })
    const { punch: _punch, vMm: _v, pr: _radius, measured: _measured, ...onFolder } = correction
    expect(readFact(onFolder)).toEqual({ is: 'known', fact: onFolder })
    const { corr: _corr, ...takenBack } = onFolder
    expect(readFact(takenBack)).toEqual({ is: 'known', fact: takenBack })
  })

  test('is refused where no station would store it', () => {
    const wrong = [
      { corr: 15.1 },
      { corr: -15.1 },
      { corr: '1' },
      { corr: Infinity },
      { corr: null },
      { deg: 10, corr: -10 },
    ]
    const others = [
      { brake: 'Knekkemaskin 2' },
      { brake: undefined },
      { mm: 0 },
      { deg: 181 },
      { measured: -1 },
      { tool: 'x'.repeat(301) },
    ]
    expect(new Set(readings(correction, [...wrong, ...others]))).toEqual(new Set(['bad']))
  })
})

describe('a correction of the backgauge', () => {
  const gauge = { ...common, kind: 'gauge', ...bend, place: 'end', drawn: 30, measured: 30.4, corr: -0.4 }

  test('is read exactly, and one that was taken back has no value', () => {
    expect(readFact(gauge)).toEqual({ is: 'known', fact: gauge })
    const { corr: _corr, measured: _measured, ...takenBack } = gauge
    expect(readFact(takenBack)).toEqual({ is: 'known', fact: takenBack })
  })

  test('is refused where no station would store it', () => {
    const wrong = [
      { corr: 2.1 },
      { corr: -2.1 },
      { place: 'middle' },
      { drawn: 0 },
      { measured: 0 },
      { br: 0 },
      { vMm: -8 },
    ]
    expect(new Set(readings(gauge, wrong))).toEqual(new Set(['bad']))
  })
})

describe('the times and the shift of a machine', () => {
  const times = { ...common, kind: 'times', machine: 'Knekkemaskin 2', times: usualTimes }
  const shift = { ...common, kind: 'shift', machine, min: 480 }

  test('are read exactly, also where they were reset, and without the fields of a newer program', () => {
    for (const fact of [times, { ...times, times: null }, shift, { ...shift, min: null }])
      expect(readFact(fact)).toEqual({ is: 'known', fact })
    const newer = { ...times, times: { ...usualTimes, coffeeSec: 9 } }
    expect(readFact(newer)).toEqual({ is: 'known', fact: times })
  })

  test('are refused where no station would store them', () => {
    const { bendSec: _bend, ...incomplete } = usualTimes
    const wrongTimes = [{ times: incomplete }, { times: { ...usualTimes, bendSec: -1 } }, { times: 6 }, { machine: '' }]
    expect(new Set(readings(times, wrongTimes))).toEqual(new Set(['bad']))
    expect(new Set(readings(shift, [{ min: 0 }, { min: 1_441 }, { min: '480' }, { machine: 7 }]))).toEqual(
      new Set(['bad']),
    )
  })
})

test('an operator is read exactly, and is refused with initials that no station would store', () => {
  const operator = { ...common, kind: 'operator', id: '01JDF0', initials: 'KN', active: true }
  expect(readFact(operator)).toEqual({ is: 'known', fact: operator })
  const wrong = [{ initials: '' }, { initials: 'x'.repeat(101) }, { initials: 'K\u202eN' }, { active: 1 }, { id: 7 }]
  expect(new Set(readings(operator, wrong))).toEqual(new Set(['bad']))
})

test('a day that was read is read exactly, and is refused without a real day', () => {
  const read = { ...common, kind: 'day', date: '2026-11-24' }
  expect(readFact(read)).toEqual({ is: 'known', fact: read })
  const wrong = [{ date: '24.11.2026' }, { date: '2026-02-30' }, { date: null }, { time: -1 }]
  expect(new Set(readings(read, wrong))).toEqual(new Set(['bad']))
})
