import { expect, test } from 'vitest'
import { usualTimes } from '../../../../shared/planning/index.ts'
import type { PlanRow } from '../../../../shared/planning/index.ts'
import type { PlanMachine } from '../../../../shared/station-api/index.ts'
import { lengthReach } from '../../../../src-renderer/plan/length-reach.ts'

const machine = (key: string, longestMm: number | null): PlanMachine => ({
  key,
  pressBrakeId: null,
  name: key,
  kind: 'press_brake',
  longestMm,
  times: usualTimes,
  areDefaultTimes: true,
  shiftMin: 450,
  pace: 1,
  secondsPerPiece: null,
  sampleSize: 0,
})
const hall = [machine('short', 2_050), machine('long', 3_200), machine('folder', 4_000)]
const row = (chosen: string | null, ...reasons: (readonly string[])[]): Pick<PlanRow, 'planned' | 'answers'> => ({
  planned: {
    sheetId: 'a',
    machine: chosen,
    isLocal: false,
    isPlaced: false,
    isPinned: false,
    isStale: false,
    split: null,
    by: null,
    plannedAt: null,
    done: 0,
  },
  answers: reasons.map((why) => ({
    fits: why.length === 0 ? 'yes' : 'no',
    reasons: [...why],
    tool: null,
    order: { kind: 'not_planned_yet' },
  })),
})

test('the limit is the reach of the chosen machine', () => {
  expect(lengthReach(row('short', [], [], []), hall)).toBe(2_050)
})

test('without a chosen machine the limit is the longest reach, if one machine accepts the sheet', () => {
  expect(lengthReach(row(null, ['too_long'], ['too_long'], []), hall)).toBe(4_000)
})

test('if every machine refuses the sheet, the limit is the reach of those that refuse only its length', () => {
  expect(lengthReach(row(null, ['too_long'], ['too_long'], ['thickness']), hall)).toBe(3_200)
  expect(lengthReach(row(null, ['thickness'], ['thickness'], ['thickness']), hall)).toBe(4_000)
})
