// The camera shows every point, and the points touch both sides of the picture in one direction.
import { expect, test } from 'vitest'
import { fitView, type ViewFit } from '../../../../src-renderer/fold/scene/view-fit.ts'

const room = { left: 0.5, right: 0.4, top: 0.3, bottom: 0.2 }

function axesOf(azimuth: number, polar: number) {
  const back = [Math.sin(polar) * Math.sin(azimuth), Math.cos(polar), Math.sin(polar) * Math.cos(azimuth)]
  const right = [Math.cos(azimuth), 0, -Math.sin(azimuth)]
  const [bx = 0, by = 0, bz = 0] = back
  const [rx = 0, ry = 0, rz = 0] = right
  return { right, back, up: [by * rz - bz * ry, bz * rx - bx * rz, bx * ry - by * rx] }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0)

test.each([
  { azimuth: 0, polar: Math.PI / 2, box: [300, 10, 200] },
  { azimuth: -0.6, polar: 1.1, box: [300, 80, 500] },
  { azimuth: 2.4, polar: 2.2, box: [20, 200, 40] },
])('from $azimuth and $polar', ({ azimuth, polar, box }) => {
  const corners = Array.from({ length: 8 }, (_, corner) =>
    box.map((size, axis) => ((corner >> axis) & 1 ? size / 2 : -size / 2)),
  )
  const axes = axesOf(azimuth, polar)
  const fit: ViewFit = { right: 0, up: 0, distance: 0 }
  fitView(new Float64Array(corners.flat()), 8, axes, room, fit)
  const seen = corners.map((corner) => {
    const depth = fit.distance - dot(corner, axes.back)
    return { x: (dot(corner, axes.right) - fit.right) / depth, y: (dot(corner, axes.up) - fit.up) / depth }
  })
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  const spare = [
    room.right - Math.max(...xs),
    room.left + Math.min(...xs),
    room.top - Math.max(...ys),
    room.bottom + Math.min(...ys),
  ]
  expect(Math.min(...spare)).toBeGreaterThan(-1e-9)
  const [right = 1, left = 1, top = 1, bottom = 1] = spare
  expect(Math.min(right + left, top + bottom)).toBeLessThan(1e-9)
})
