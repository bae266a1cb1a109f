// Where parts that come straight down meet parts below them. Pure. Units: mm.
import type { Mm } from '../../units.ts'
import type { PartOutline } from './part-outline.ts'

/** The height of the moving parts, above where they are drawn, at which they come down on the fixed parts; -Infinity: they pass beside them. */
export function meetingHeight(moving: readonly PartOutline[], fixed: readonly PartOutline[]): Mm {
  let height = -Infinity
  for (const upper of moving) {
    for (const lower of fixed) height = Math.max(height, meetingOf(upper.edges, lower.edges))
  }
  return height
}

function meetingOf(upper: Float64Array, lower: Float64Array): Mm {
  let height = -Infinity
  for (let one = 0; one < upper.length; one += 4) {
    for (let other = 0; other < lower.length; other += 4) {
      const from = Math.max(leftOf(upper, one), leftOf(lower, other))
      const to = Math.min(rightOf(upper, one), rightOf(lower, other))
      if (from > to) continue
      // the difference of two lines is greatest at an end
      for (const x of [from, to]) height = Math.max(height, highestAt(lower, other, x) - lowestAt(upper, one, x))
    }
  }
  return height
}

const leftOf = (edges: Float64Array, edge: number): Mm => Math.min(edges[edge] ?? 0, edges[edge + 2] ?? 0)
const rightOf = (edges: Float64Array, edge: number): Mm => Math.max(edges[edge] ?? 0, edges[edge + 2] ?? 0)
const highestAt = (edges: Float64Array, edge: number, x: Mm): Mm => Math.max(...heightsAt(edges, edge, x))
const lowestAt = (edges: Float64Array, edge: number, x: Mm): Mm => Math.min(...heightsAt(edges, edge, x))

/** The height of an edge at `x`; both ends of a vertical one. */
function heightsAt(edges: Float64Array, edge: number, x: Mm): readonly Mm[] {
  const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(edge, edge + 4)
  return ax === bx ? [ay, by] : [ay + ((x - ax) / (bx - ax)) * (by - ay)]
}
