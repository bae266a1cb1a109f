// Everything that the page computes from a sheet, with invalid sheets from the office. Each part returns a result or a refusal and never
// throws, since an exception would replace the whole screen.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFlatPattern } from '../../../../shared/bending/index.ts'
import {
  bendPositions,
  norwegianTexts,
  profileScene,
  validateSheet,
  toSvg,
  flatPatternScene,
} from '../../../../shared/drawing/index.ts'
import { bendingSheet, reading } from '../../../../shared/workshop-api/index.ts'
import { fittedScene } from '../../../../src-renderer/sheet/drawings/fitted-scene.ts'
import { machineAnswers } from '../../../../src-renderer/machines/machine-answers.ts'
import { shippedWorkshop } from '../../../end-to-end/screen/fake-station/shipped-workshop.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { runCount } from '../../../only-long.ts'

const sheets = [...sandboxSheets('today', '2026-11-23'), ...sandboxSheets('next', '2026-11-24')]
const workshop = shippedWorkshop()
const received = reading(bendingSheet)
const room = { width: 900, height: 300 }

/** The paths of numbers, lists and texts that the test can make invalid. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  const here = path.length === 0 || typeof value === 'boolean' ? [] : [path]
  if (Array.isArray(value)) return [...here, ...value.flatMap((one, index) => places(one, [...path, index]))]
  if (typeof value !== 'object' || value === null) return here
  return Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]))
}

/** A copy with another value at this path. */
function withValueAt(value: unknown, [step, ...rest]: (string | number)[], change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((one, index): unknown => (index === step ? withValueAt(one, rest, change) : one))
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, key === step ? withValueAt(one, rest, change) : one]),
      )
    : value
}

const changes: readonly ((old: unknown) => unknown)[] = [
  (old) => (typeof old === 'number' ? -old : old),
  (old) => (typeof old === 'number' ? 0 : old),
  (old) => (typeof old === 'number' ? old * 1e6 : old),
  (old) => (typeof old === 'number' ? old / 1e6 : old),
  (old) => (typeof old === 'number' ? old + 1 : old),
  (old) => (Array.isArray(old) ? [] : old),
  (old) => (Array.isArray(old) ? old.slice(1) : old),
  (old) => (Array.isArray(old) ? [...old, ...old] : old),
  (old) => (Array.isArray(old) ? old.toReversed() : old),
  (old) => (typeof old === 'string' ? 'something new' : old),
  () => null,
]

const invalidSheet = fc
  .tuple(
    fc.constantFrom(...sheets),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...changes)), { minLength: 1, maxLength: 3 }),
  )
  .map(([sheet, picked]) =>
    picked.reduce<unknown>((value, [nth, change]) => {
      const all = places(value)
      return withValueAt(value, all[nth % all.length] ?? [], change)
    }, sheet),
  )

test('no sheet that the station accepts makes the page throw', () => {
  let accepted = 0
  let invalid = 0
  fc.assert(
    fc.property(invalidSheet, (value) => {
      const read = received.safeParse(value)
      if (!read.success) return
      const sheet = read.data
      accepted += 1
      if (!validateSheet(sheet).ok) invalid += 1
      checkFlatPattern(sheet, { tables: workshop.allowances, toleranceMm: workshop.toleranceMm })
      machineAnswers(sheet, workshop, null)
      for (const piece of [undefined, ...sheet.pieces]) {
        bendPositions(sheet, piece?.hand ?? 'none')
        const flat = fittedScene((frame) => flatPatternScene(sheet, { piece, frame, texts: norwegianTexts }), room)
        if (flat.ok) toSvg(flat.value.scene)
      }
      const folded = fittedScene((frame) => profileScene(sheet, { frame, texts: norwegianTexts }), room)
      if (folded.ok) toSvg(folded.value.scene)
    }),
    { numRuns: runCount(60, 150) },
  )
  expect(accepted).toBeGreaterThan(40)
  // about 18 of 150: fewer than 4 is rarer than one run in 10 000
  expect(invalid).toBeGreaterThan(3)
})
