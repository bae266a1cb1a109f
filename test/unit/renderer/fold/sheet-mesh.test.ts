// The surfaces of the sheet at stages from flat to folded: closed, oriented outwards, as thick and as long as the sheet, with its break mark.
import { describe, expect, test } from 'vitest'
import { unplannedScene, type FoldScene } from '../../../../src-renderer/fold/scene/index.ts'
import { emptySamples, sampleLayout, writeSamples } from '../../../../src-renderer/fold/scene/section-samples.ts'
import { thickened } from '../../../../src-renderer/fold/scene/section.ts'
import { sheetMesh, toneA, toneB, writeSheet, type SheetMesh } from '../../../../src-renderer/fold/scene/sheet-mesh.ts'
import { isShortened, shownLength } from '../../../../src-renderer/fold/shown-length.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { value } from '../../bending/any-profile.ts'

type Corner = [x: number, y: number, z: number]

const cornerOf = (figures: Float32Array, index: number): Corner => [
  figures[3 * index] ?? Number.NaN,
  figures[3 * index + 1] ?? Number.NaN,
  figures[3 * index + 2] ?? Number.NaN,
]
const minus = (a: Corner, b: Corner): Corner => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Corner, b: Corner): Corner => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Corner, b: Corner): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function meshAt(scene: FoldScene, position: number, lengthMm: number, thicknessMm?: number): SheetMesh {
  const length = shownLength(lengthMm, scene.flatWidthMm)
  const layout = sampleLayout(
    scene.finished.start,
    scene.anchor,
    length.breakGapMm > 0 ? scene.flatWidthMm / 40 : Infinity,
  )
  const mesh = sheetMesh(layout, length)
  const { start, end } = scene.pieceAt(position)
  const thick = thicknessMm ?? start.section.thicknessMm
  const [first, last] = [start, end].map(({ section, place }) => {
    const samples = emptySamples(layout)
    writeSamples(layout, thickened(section, thick), place, samples)
    return samples
  })
  if (first === undefined || last === undefined) throw new Error('a piece has two ends')
  writeSheet(mesh, layout, length, thick, first, end === start ? first : last)
  return mesh
}

const sheets = sandboxSheets('today', '2026-11-23')

describe.each(
  sheets.map((sheet) => [`${sheet.order.numberDisplay} ${sheet.sheetNo} ${sheet.profile.family}`, sheet] as const),
)('%s', (_, { profile }) => {
  const order = profile.bends.map((__, index) => index)
  const scene = value(unplannedScene(profile, order))

  test.each([
    { share: 0, lengthMm: 100 },
    { share: 0.4, lengthMm: 5_000 },
    { share: 1, lengthMm: 5_000 },
  ])('at a share of $share every triangle faces along its normals', ({ share, lengthMm }) => {
    const { positions, normals, corners } = meshAt(scene, share * order.length, lengthMm)
    let wrong = 0
    for (let index = 0; index < corners.length; index += 3) {
      const [a, b, c] = [corners[index] ?? -1, corners[index + 1] ?? -1, corners[index + 2] ?? -1]
      const [one, other, third] = [cornerOf(positions, a), cornerOf(positions, b), cornerOf(positions, c)]
      const facing = cross(minus(other, one), minus(third, one))
      // the inner face of a sharp corner has no area
      const isAgainst = Math.hypot(...facing) > 1e-2 && dot(facing, cornerOf(normals, a)) < 0
      if (isAgainst || !facing.every(Number.isFinite)) wrong += 1
    }
    expect(wrong).toBe(0)
  })
})

const plain = sheets.find(({ profile }) => profile.family === 'u_profil')?.profile
if (plain === undefined) throw new Error('no plain profile')
const scene = value(
  unplannedScene(
    plain,
    plain.bends.map((_, index) => index),
  ),
)

test.each([undefined, 6])('both faces are a thickness apart (drawn %s thick)', (thicknessMm) => {
  const { positions, tones } = meshAt(scene, scene.timeline.length, 100, thicknessMm)
  const [a, b] = [toneA, toneB].map((tone) => [...tones.keys()].filter((vertex) => tones[vertex] === tone))
  expect(a?.length).toBe(b?.length)
  for (const [index, vertex] of (a ?? []).entries())
    expect(Math.hypot(...minus(cornerOf(positions, vertex), cornerOf(positions, b?.[index] ?? -1)))).toBeCloseTo(
      thicknessMm ?? plain.thicknessMm,
      3,
    )
})

test('a piece that is drawn thicker keeps its length along the middle, and its angles', () => {
  for (const { profile } of sheets) {
    const { section } = value(
      unplannedScene(
        profile,
        profile.bends.map((_, index) => index),
      ),
    ).pieceAt(profile.bends.length).start
    const thick = thickened(section, section.thicknessMm * 3)
    const lengthOf = ({ flatsMm, turns, middlesMm }: typeof section): number =>
      flatsMm.reduce((sum, mm) => sum + mm, 0) +
      turns.reduce((sum, turn, bend) => sum + Math.abs(turn) * (middlesMm[bend] ?? 0), 0)
    expect(lengthOf(thick)).toBeGreaterThanOrEqual(lengthOf(section) - 1e-6)
    expect(lengthOf(thick)).toBeLessThan(lengthOf(section) * 1.1)
    expect(thick.turns).toEqual(section.turns)
  }
})

test('a long piece is shown shorter in two halves, with a gap between them', () => {
  expect(isShortened(scene.flatWidthMm, scene.flatWidthMm)).toBe(false)
  expect(isShortened(5_000, scene.flatWidthMm)).toBe(true)
  const { positions, tones } = meshAt(scene, 0, 5_000)
  const { lengthMm, breakGapMm, waveMm } = shownLength(5_000, scene.flatWidthMm)
  const zs = [...tones.keys()].map((vertex) => positions[3 * vertex + 2] ?? Number.NaN)
  expect(Math.max(...zs)).toBeCloseTo(lengthMm / 2, 3)
  expect(Math.min(...zs)).toBeCloseTo(-lengthMm / 2, 3)
  const inner = zs.filter((z) => Math.abs(z) < lengthMm / 4)
  expect(inner.length).toBeGreaterThan(0)
  // the halves follow the same wave
  for (const z of inner) expect(Math.abs(z)).toBeLessThanOrEqual(breakGapMm / 2 + waveMm + 1e-3)
  expect(Math.min(...inner.map(Math.abs))).toBeGreaterThan(-1)
})

test('the edges of the outline are as long as those of the piece', () => {
  const { edges, outlineEdges } = meshAt(scene, 0, 100)
  const lengthOf = (edge: number): number =>
    Math.hypot(...minus(cornerOf(edges, 2 * edge + 1), cornerOf(edges, 2 * edge)))
  const lengths = Array.from({ length: outlineEdges }, (_, edge) => lengthOf(edge))
  expect(lengths.every((mm) => Number.isFinite(mm))).toBe(true)
  // four edges along the piece, and four along the section
  expect(lengths.reduce((sum, mm) => sum + mm, 0)).toBeCloseTo(
    4 * 100 + 4 * scene.flatWidthMm + 4 * plain.thicknessMm,
    1,
  )
})
