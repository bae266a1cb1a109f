// Every sheet of the sandbox as surfaces, at stages from flat to folded: closed, oriented outwards, and as large as the blank.
import { describe, expect, test } from 'vitest'
import { distanceToLine } from '../../../../shared/bending/index.ts'
import { foldMesh, outlineOf, type Surface } from '../../../../src-renderer/fold/fold-mesh.ts'
import { foldedEnds } from '../../../../src-renderer/fold/fold-stages.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const sheets = [...sandboxSheets('today', '2026-11-23'), ...sandboxSheets('next', '2026-11-24')]
const stagesOf = (bends: number): number[] => [0, bends / 3, bends / 2, bends]

const inOrder = ({ bends }: { bends: readonly unknown[] }): number[] => bends.map((_, index) => index)

type Corner = [x: number, y: number, z: number]

const cornerOf = (figures: Float32Array, index: number): Corner => [
  figures[3 * index] ?? Number.NaN,
  figures[3 * index + 1] ?? Number.NaN,
  figures[3 * index + 2] ?? Number.NaN,
]

/** The position and the normal of each corner of each triangle. */
function trianglesOf({ positions, normals, corners }: Surface) {
  return Array.from({ length: corners.length / 3 }, (_, index) =>
    [0, 1, 2].map((which) => {
      const corner = corners[3 * index + which] ?? Number.NaN
      return { place: cornerOf(positions, corner), normal: cornerOf(normals, corner) }
    }),
  )
}

const minus = (a: Corner, b: Corner): Corner => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Corner, b: Corner): Corner => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Corner, b: Corner): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

describe.each(
  sheets.map((sheet) => [`${sheet.order.numberDisplay} ${sheet.sheetNo} ${sheet.profile.family}`, sheet] as const),
)('%s', (_, { profile }) => {
  test.each(stagesOf(profile.bends.length))('with %f bends made, every triangle faces along its normals', (made) => {
    const ends = foldedEnds(profile, inOrder(profile), made)
    if (!ends.ok) throw new Error(ends.error.message)
    const mesh = foldMesh(ends.value.start, ends.value.end, 500)
    let wrong = 0
    for (const surface of [mesh.faceA, mesh.faceB, mesh.rim])
      for (const [one, other, third] of trianglesOf(surface)) {
        if (one === undefined || other === undefined || third === undefined)
          throw new Error('a triangle has three corners')
        const facing = cross(minus(other.place, one.place), minus(third.place, one.place))
        // the inner face of a sharp corner has no area
        const isAgainst = Math.hypot(...facing) > 1e-3 && dot(facing, one.normal) < 0
        if (isAgainst || !facing.every(Number.isFinite)) wrong += 1
      }
    expect(wrong).toBe(0)
  })

  test('the piece keeps its place while it folds: its longest flange is at the origin', () => {
    for (const made of stagesOf(profile.bends.length)) {
      const ends = foldedEnds(profile, inOrder(profile), made)
      if (!ends.ok) throw new Error(ends.error.message)
      const outline = outlineOf(ends.value.start)
      const distances = outline.map((from, index) =>
        distanceToLine({ from, to: outline[index + 1] ?? from }, { x: 0, y: 0 }),
      )
      expect(Math.min(...distances)).toBeLessThan(1e-6)
    }
  })
})

test('a profile that cannot be folded is refused, not drawn', () => {
  const bend = { angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 }
  const flange = { lengthMm: 1, endLengthMm: null }
  expect(
    foldedEnds({ family: '', colourSide: 'ingen', thicknessMm: 1, flanges: [flange, flange], bends: [bend] }, [0], 1)
      .ok,
  ).toBe(false)
})
