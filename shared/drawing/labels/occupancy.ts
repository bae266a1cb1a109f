// The cells of a drawing area that contain a stroke, so that thousands of places for a label are tested quickly: a grid and its
// summed-area table (Crow 1984). Pure. Units: mm.
import type { Box, Line, Mm, Point } from '../../bending/index.ts'

export interface Occupancy {
  /** Whether a stroke is in the box, with the precision of a cell. */
  readonly inBox: (box: Box) => boolean
  /** Whether a stroke, or one of metal only, is between two points. */
  readonly between: (from: Point, to: Point, of: 'metal' | 'any') => boolean
}

const isMetal = 2
const isMark = 1

/** All strokes must be inside `ground`; outside it everything is free. */
export function occupancyOf(metal: readonly Line[], marks: readonly Line[], ground: Box, cellMm: Mm): Occupancy {
  // one more cell on each side, so that a stroke along the edge is in a cell
  const origin = { x: ground.minX - cellMm, y: ground.minY - cellMm }
  const columns = Math.ceil((ground.maxX - origin.x) / cellMm) + 1
  const rows = Math.ceil((ground.maxY - origin.y) / cellMm) + 1
  const cells = new Uint8Array(columns * rows)
  const column = (x: Mm): number => Math.floor((x - origin.x) / cellMm)
  const row = (y: Mm): number => Math.floor((y - origin.y) / cellMm)
  const cellAt = (x: Mm, y: Mm): number => {
    const across = column(x)
    const up = row(y)
    return across < 0 || up < 0 || across >= columns || up >= rows ? -1 : up * columns + across
  }
  const along = (from: Point, to: Point, visit: (cell: number) => boolean): boolean => {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (cellMm * 0.5)))
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps
      const cell = cellAt(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
      if (cell >= 0 && visit(cell)) return true
    }
    return false
  }
  const draw = (lines: readonly Line[], kind: number): void => {
    for (const { from, to } of lines) {
      along(from, to, (cell) => {
        cells[cell] = (cells[cell] ?? 0) | kind
        return false
      })
    }
  }
  draw(metal, isMetal)
  draw(marks, isMark)

  const sums = new Int32Array((columns + 1) * (rows + 1))
  for (let up = 0; up < rows; up += 1) {
    let inRow = 0
    for (let across = 0; across < columns; across += 1) {
      if (cells[up * columns + across] !== 0) inRow += 1
      sums[(up + 1) * (columns + 1) + across + 1] = (sums[up * (columns + 1) + across + 1] ?? 0) + inRow
    }
  }
  const sumTo = (across: number, up: number): number => sums[up * (columns + 1) + across] ?? 0
  return {
    inBox: ({ minX, minY, maxX, maxY }) => {
      const [left, right] = [clamp(column(minX), columns), clamp(column(maxX) + 1, columns)]
      const [low, high] = [clamp(row(minY), rows), clamp(row(maxY) + 1, rows)]
      return sumTo(right, high) - sumTo(left, high) - sumTo(right, low) + sumTo(left, low) > 0
    },
    between: (from, to, of) => {
      const kinds = of === 'metal' ? isMetal : isMetal | isMark
      return along(from, to, (cell) => ((cells[cell] ?? 0) & kinds) !== 0)
    },
  }
}

const clamp = (index: number, most: number): number => Math.min(most, Math.max(0, index))
