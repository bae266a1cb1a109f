// The folding view follows the order of the steps, not the numbers of the bends.
import { expect, test } from 'vitest'
import { foldCrossSection, preBendShare } from '../../../../shared/bending/index.ts'
import { foldedEnds } from '../../../../src-renderer/fold/fold-stages.ts'

const flange = (lengthMm: number) => ({ lengthMm, endLengthMm: null })
const bend = (angleDeg: number, hem: string | null = null) => ({
  angleDeg,
  insideRadiusMm: hem === null ? 1 : 0,
  hem,
  gapMm: 0,
})
const profile = {
  family: 'vinkelbeslag',
  colourSide: 'utside',
  thicknessMm: 1,
  flanges: [flange(30), flange(80), flange(40), flange(12)],
  bends: [bend(90), bend(-45), bend(180, 'closed')],
}

test.each([
  { made: 1, stage: [0, 0, preBendShare] },
  { made: 2, stage: [0, 1, preBendShare] },
  { made: 2.5, stage: [0, 1, (1 + preBendShare) / 2] },
  { made: 3, stage: [0, 1, 1] },
  { made: 4, stage: [1, 1, 1] },
])('after $made steps of the order 3, 2, 3, 1 these bends are made', ({ made, stage }) => {
  const ends = foldedEnds(profile, [2, 1, 2, 0], made)
  const section = foldCrossSection(profile, { stage })
  if (!ends.ok || !section.ok) throw new Error('the profile folds')
  const headings = (folded: typeof section.value): number[] => {
    const first = folded.flanges[0]?.headingDeg ?? Number.NaN
    return folded.flanges.map(({ headingDeg }) => Math.round((headingDeg - first) * 1000) / 1000)
  }
  expect(headings(ends.value.start)).toEqual(headings(section.value))
})
