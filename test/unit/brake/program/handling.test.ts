// The handling in the plans of 20 sheets of the sandbox: 15 flips and no half turn.
import { expect, it } from 'vitest'
import { sandboxSheets } from '../../drawing/sandbox-sheets.ts'
import { planFor } from './a-sheet.ts'

const names = [
  'u_profil-01',
  'u_profil-02',
  'u_profil-04',
  'u_profil-05',
  'u_profil-06',
  'z_profil-01',
  'z_profil-02',
  'z_profil-03',
  'reserve-z_profil-1',
  'hatteprofil-01',
  'hatteprofil-05',
  'reserve-hatteprofil-1',
  'gavlbeslag-01',
  'gavlbeslag-05',
  'gavlbeslag-06',
  'overgangsbeslag-04',
  'overgangsbeslag-05',
  'takfotbeslag-05',
  'reserve-takfotbeslag-1',
  'vindskibeslag-02',
]

const sheets = sandboxSheets().filter(({ id }) => names.includes(id))
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

it('needs 15 flips and no half turn for 20 sheets', () => {
  expect(sheets).toHaveLength(20)
  const plans = sheets.map(planFor)
  expect(plans.map(({ proof }) => proof)).toEqual(plans.map(() => 'proven'))
  expect(sum(plans.map(({ cost }) => cost.flips))).toBe(15)
  expect(sum(plans.map(({ cost }) => cost.halfTurns))).toBe(0)
})
