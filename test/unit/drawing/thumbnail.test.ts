import { expect, test } from 'vitest'
import { thumbnailOf } from '../../../shared/drawing/index.ts'
import { idOf, sandboxSheets } from '../../end-to-end/screen/fake-station/sandbox-day.ts'

const sheets = [...sandboxSheets('today', '2026-11-23'), ...sandboxSheets('next', '2026-11-24')]
const profileOf = (name: string) => {
  const sheet = sheets.find(({ id }) => id === idOf(name))
  if (sheet === undefined) throw new Error(`the sandbox has no ${name}`)
  return sheet.profile
}
const width = 104
const height = 46

interface Point {
  x: number
  y: number
}

/** The corners of a path, and the radius of the arc that ends at each; 0: a straight part ends there. */
function cornersOf(path: string): (Point & { radius: number })[] {
  return [...path.matchAll(/([MLA])([^MLA]+)/g)].map(([, command, text = '']) => {
    const numbers = text.split(' ').map(Number)
    const [x = Number.NaN, y = Number.NaN] = numbers.slice(-2)
    return { x, y, radius: command === 'A' ? (numbers[0] ?? 0) : 0 }
  })
}

const pathOf = (profile: Parameters<typeof thumbnailOf>[0]): string => thumbnailOf(profile)?.path ?? ''

test('every sheet of the sandbox has a picture inside its view box that uses the width or the height', () => {
  for (const { profile } of sheets) {
    const thumbnail = thumbnailOf(profile)
    if (thumbnail === null) continue
    expect(thumbnail.viewBox).toBe(`0 0 ${width} ${height}`)
    const corners = cornersOf(thumbnail.path)
    expect(corners).toHaveLength(2 * profile.flanges.length)
    for (const { x, y } of corners) {
      expect(x).toBeGreaterThanOrEqual(3)
      expect(x).toBeLessThanOrEqual(width - 3)
      expect(y).toBeGreaterThanOrEqual(3)
      expect(y).toBeLessThanOrEqual(height - 3)
    }
  }
  expect(sheets.filter(({ profile }) => thumbnailOf(profile) === null)).toEqual([])
})

test('the layers of a closed hem are drawn apart, and its flap is long enough to be seen', () => {
  const profile = profileOf('vindusbeslag-03')
  expect(profile.bends.at(-1)?.hem).toBe('closed')
  const [before, hemStart, hemEnd, edge] = cornersOf(pathOf(profile)).slice(-4)
  if (before === undefined || hemStart === undefined || hemEnd === undefined || edge === undefined)
    throw new Error('the path has a hem')
  const apart = Math.hypot(hemEnd.x - hemStart.x, hemEnd.y - hemStart.y)
  expect(apart).toBeGreaterThan(6)
  expect(Math.hypot(edge.x - hemEnd.x, edge.y - hemEnd.y)).toBeGreaterThan(4)
})

test('a cap is drawn with its top up and its legs down', () => {
  const corners = cornersOf(pathOf(profileOf('parapetbeslag-01')))
  const [first, last] = [corners[0], corners.at(-1)]
  const top = Math.min(...corners.map(({ y }) => y))
  expect(Math.min(first?.y ?? 0, last?.y ?? 0)).toBeGreaterThan(top + 15)
})

const flange = (lengthMm: number) => ({ lengthMm, endLengthMm: null })

test('a small profile is not magnified without limit', () => {
  const bend = { angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 }
  const small = { thicknessMm: 1, flanges: [flange(15), flange(20)], bends: [bend], family: 'x', colourSide: 'ingen' }
  const xs = cornersOf(pathOf(small)).map(({ x }) => x)
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(30)
})

test('a profile without a shape has no picture', () => {
  expect(thumbnailOf({ thicknessMm: 1, flanges: [], bends: [], family: 'x', colourSide: 'ingen' })).toBe(null)
})
