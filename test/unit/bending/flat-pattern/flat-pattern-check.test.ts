import { describe, expect, it } from 'vitest'
import { checkFlatPattern, kFactorFigure, flatPatternOf } from '../../../../shared/bending/index.ts'
import type {
  CheckedSheet,
  LikelyCause,
  MaterialProfile,
  FlatPatternCheck,
  FlatPatternMethod,
} from '../../../../shared/bending/index.ts'
import { sandboxSheets, workshopTables, wrongSheets } from '../sandbox-bending.ts'

const tables = workshopTables()

function checked(sheet: CheckedSheet, toleranceMm?: number): FlatPatternCheck {
  const check = checkFlatPattern(sheet, toleranceMm === undefined ? { tables } : { tables, toleranceMm })
  if (!check.ok) throw new Error(check.error.message)
  return check.value
}

const sandboxSheet = (wanted: string): CheckedSheet => {
  const sheet = sandboxSheets.find(({ key }) => key === wanted)
  if (sheet === undefined) throw new Error(`no sheet ${wanted}`)
  return sheet
}

describe("the check of the sandbox's 104 sheets", () => {
  it('finds the five deliberately wrong sheets, and no other', () => {
    expect(sandboxSheets).toHaveLength(104)
    const differing = sandboxSheets.filter((sheet) => checked(sheet).differences.length > 0).map(({ key }) => key)
    expect(differing.toSorted()).toEqual(wrongSheets.map(({ key }) => key).toSorted())
  })

  it('agrees with every other sheet to the hundredth that they are rounded to', () => {
    const wrong = new Set(wrongSheets.map(({ key }) => key))
    for (const sheet of sandboxSheets.filter(({ key }) => !wrong.has(key))) {
      expect({ key: sheet.key, differences: checked(sheet, 0.0051).differences }).toEqual({
        key: sheet.key,
        differences: [],
      })
    }
  })

  it.each(wrongSheets.map((wrong) => [wrong.key, wrong] as const))(
    'shows the stated and the computed figures of %s',
    (key, { trueWidthMm, writtenWidthMm, trueBendPositionsMm, writtenBendPositionsMm }) => {
      const expected = [
        ['width', writtenWidthMm, trueWidthMm],
        ...writtenBendPositionsMm.map((written, bend) => [bend, written, trueBendPositionsMm[bend]]),
      ].filter(([, written, trueMm]) => Math.abs(Number(written) - Number(trueMm)) > 0.3)
      const differences = checked(sandboxSheet(key)).differences.map(({ of, serviceMm, oursMm }) => [
        of.kind === 'width' ? 'width' : of.bend,
        serviceMm,
        Math.round(oursMm * 100) / 100,
      ])
      expect(differences).toEqual(expected)
    },
  )

  it.each<[string, object]>([
    ['vindskibeslag-01', { kind: 'other_hem', bend: 3, hem: 'open', gapMm: 2 }],
    ['z_profil-02', { kind: 'other_k', kFactor: expect.closeTo(0.28, 3) }],
    ['vindusbeslag-06', { kind: 'inside_dimensions' }],
    ['vindskibeslag-05', { kind: 'bend_moved', bend: 2, byMm: expect.closeTo(1.6, 2) }],
    ['parapetbeslag-08', { kind: 'din_k_doubled' }],
  ])('says why %s is wrong', (key, cause) => {
    expect(checked(sandboxSheet(key)).cause).toEqual(cause)
  })
})

const plain = (turnDeg: number) => ({ angleDeg: turnDeg, insideRadiusMm: 1, hem: null, gapMm: 0 })
const profileOf = (angles: readonly number[], lastEndMm: number | null = null): MaterialProfile => ({
  material: 'plastbelagt_stal',
  thicknessMm: 0.6,
  flanges: [...angles.map(() => ({ lengthMm: 40, endLengthMm: null })), { lengthMm: 50, endLengthMm: lastEndMm }],
  bends: angles.map(plain),
})

/** A sheet whose flat pattern is correct by one method but states another. */
function sheetOf(profile: MaterialProfile, by: FlatPatternMethod, stated: FlatPatternMethod = by): CheckedSheet {
  const flatPattern = flatPatternOf(profile, { method: by, tables })
  if (!flatPattern.ok) throw new Error(flatPattern.error.message)
  const { widthMm, start, end } = flatPattern.value
  return {
    profile,
    unfolding: {
      widthMm,
      method: stated.kind,
      kFactor: stated.kind === 'k' ? stated.kFactor : null,
      bendLines: profile.bends.map(({ angleDeg: turnDeg }, bend) => ({
        bend,
        positionMm: start.bendMiddlesMm[bend] ?? NaN,
        endPositionMm: end?.bendMiddlesMm[bend] ?? null,
        direction: turnDeg > 0 ? 'up' : 'down',
        angleDeg: Math.abs(turnDeg),
      })),
    },
  }
}

const din: FlatPatternMethod = { kind: 'din6935' }
const changed = (sheet: CheckedSheet, change: Partial<CheckedSheet['unfolding']>): CheckedSheet => ({
  ...sheet,
  unfolding: { ...sheet.unfolding, ...change },
})
const moved = (sheet: CheckedSheet, bend: number, byMm: number, end = false): CheckedSheet =>
  changed(sheet, {
    bendLines: sheet.unfolding.bendLines.map((line) => {
      if (line.bend !== bend) return line
      return end
        ? { ...line, endPositionMm: (line.endPositionMm ?? NaN) + byMm }
        : { ...line, positionMm: line.positionMm + byMm }
    }),
  })

describe('the check', () => {
  const sound = sheetOf(profileOf([90, -75, 120, 90]), din)

  it('accepts a difference up to the tolerance and reports one above it', () => {
    expect(checked(moved(sound, 1, 0.3)).differences).toEqual([])
    expect(checked(moved(sound, 1, 0.31)).differences).toHaveLength(1)
    expect(checked(moved(sound, 1, 0.31), 0.5).differences).toEqual([])
    expect(checked(moved(sound, 1, 0.06), 0.05).differences).toHaveLength(1)
  })

  it('accepts bend lines in any order', () => {
    const { bendLines } = sound.unfolding
    expect(checked(changed(sound, { bendLines: bendLines.toReversed() }))).toEqual({ differences: [], cause: null })
  })

  it('also checks the far end of a tapered sheet, and reports which end differs', () => {
    const tapered = sheetOf(profileOf([90, 90], 80), din)
    expect(checked(tapered).differences).toEqual([])
    const check = checked(moved(tapered, 1, -2, true))
    expect(check.differences.map(({ of, end }) => [of, end])).toEqual([[{ kind: 'bend', bend: 1 }, 'end']])
    expect(check.cause).toEqual({ kind: 'bend_moved', bend: 1, byMm: expect.closeTo(-2, 9) })
    const width = checked(changed(tapered, { widthMm: tapered.unfolding.widthMm + 1 })).differences
    expect(width.map(({ of, end }) => [of, end])).toEqual([[{ kind: 'width' }, 'end']])
  })

  it.each<[string, FlatPatternMethod, FlatPatternMethod, LikelyCause]>([
    ['DIN in place of the table', din, { kind: 'table', vMm: null }, { kind: 'other_method', method: 'din6935' }],
    [
      'the table in place of K',
      { kind: 'table', vMm: null },
      { kind: 'k', kFactor: 0.1 },
      { kind: 'other_method', method: 'table' },
    ],
  ])('knows %s', (_what, by, stated, cause) => {
    expect(checked(sheetOf(profileOf([90, -75, 120, -90, 90, -90]), by, stated), 0.05).cause).toEqual(cause)
  })

  it('recognises lengths at a bend above 90° that were measured to the mould line', () => {
    const bend = { turnDeg: 120, insideRadiusMm: 1, thicknessMm: 0.6 }
    const tangent = kFactorFigure(bend, 0.4)
    const mould = kFactorFigure(bend, 0.4, 'mould_line')
    if (!tangent.ok || !mould.ok) throw new Error('refused')
    const more = mould.value.deductionMm - tangent.value.deductionMm
    const right = sheetOf(profileOf([120]), { kind: 'k', kFactor: 0.4 })
    const [line] = right.unfolding.bendLines
    if (line === undefined) throw new Error('no bend line')
    const wrong = changed(right, {
      widthMm: right.unfolding.widthMm - more,
      bendLines: [{ ...line, positionMm: line.positionMm - more / 2 }],
    })
    expect(checked(wrong).cause).toEqual({ kind: 'mould_line_above_90' })
  })

  it('reports an unknown cause if no mistake explains the figures', () => {
    const wrong = moved(changed(sound, { widthMm: sound.unfolding.widthMm + 7 }), 0, -3)
    expect(checked(wrong).cause).toEqual({ kind: 'unknown' })
  })

  it.each<[string, CheckedSheet, [string, string]]>([
    ['a method that is new', changed(sound, { method: 'fem' }), ['unfolding.method', 'unknown_value']],
    ['K-factor without its K', changed(sound, { method: 'k' }), ['unfolding.kFactor', 'contradicts']],
    ['a width that is not a number', changed(sound, { widthMm: NaN }), ['unfolding.widthMm', 'not_a_number']],
    [
      'a bend line too few',
      changed(sound, { bendLines: sound.unfolding.bendLines.slice(1) }),
      ['unfolding.bendLines', 'wrong_count'],
    ],
    ['a position that is not a number', moved(sound, 2, NaN), ['unfolding.bendLines[2].positionMm', 'not_a_number']],
    [
      'a bend line with the other direction',
      changed(sound, { bendLines: sound.unfolding.bendLines.map((line) => ({ ...line, direction: 'up' })) }),
      ['unfolding.bendLines[1].direction', 'contradicts'],
    ],
    [
      'a bend line of another angle',
      changed(sound, { bendLines: sound.unfolding.bendLines.map((line) => ({ ...line, angleDeg: 90 })) }),
      ['unfolding.bendLines[1].angleDeg', 'contradicts'],
    ],
    ['a profile of no bends', { ...sound, profile: profileOf([]) }, ['profile.bends', 'wrong_count']],
  ])('compares nothing and names the field for %s', (_what, sheet, wanted) => {
    const check = checkFlatPattern(sheet, { tables })
    expect(check.ok ? null : [check.error.field, check.error.code]).toEqual(wanted)
  })

  it('refuses a tolerance below 0', () => {
    expect(checkFlatPattern(sound, { tables, toleranceMm: -1 }).ok).toBe(false)
  })
})
