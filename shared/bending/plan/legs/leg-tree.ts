// All legs of a blank as prefix trees, built when they are asked for and shared by every set of tools. Pure.
import type { BlankModel } from './blank-model.ts'
import { bendAt, legChild, legRoot } from './leg.ts'
import type { LegNode } from './leg.ts'

/** 1: the leg towards the last flange. -1: the leg towards the first. */
export type Side = 1 | -1

export interface TreeNode extends LegNode {
  /** Counts the nodes of its tree, so that results are kept in arrays. */
  readonly id: number
  readonly above: TreeNode | null
  /** The value of the bend that this node decides: 0 flat, 1 made or pre-bent, 2 flattened. */
  readonly value: number
  readonly children: (TreeNode | undefined)[]
}

export interface LegForest {
  readonly model: BlankModel
  /** The bits of a mask that a leg depends on, moved to 0. */
  readonly sideMask: (bend: number, side: Side, mask: number) => number
  /** The value of a bend at a mask: 0 flat, 1 made or pre-bent, 2 flattened. */
  readonly valueAt: (mask: number, bend: number) => number
  /** The nearest bend on a side that is not flat at a mask; -1 or the number of bends where all are flat. */
  readonly nextMade: (bend: number, side: Side, mask: number) => number
  /** The complete leg at a mask. */
  readonly leaf: (bend: number, side: Side, mask: number) => TreeNode
}

interface Tree {
  readonly root: TreeNode
  count: number
  /** Complete legs by the bits of their side. */
  readonly leaves: Map<number, TreeNode>
}

const treeNode = (
  { parent, depth, complete, shapes, x, y, leadMm, heading, straight }: LegNode,
  id: number,
  above: TreeNode | null,
  value: number,
): TreeNode => ({
  parent,
  depth,
  complete,
  shapes,
  x,
  y,
  leadMm,
  heading,
  straight,
  id,
  above,
  value,
  // an array that grows takes room for 17
  children: [undefined, undefined, undefined],
})

export function legForest(model: BlankModel): LegForest {
  const count = model.bends.length
  const firstStep = model.bends.map(({ index }) => model.steps.findIndex(({ bend }) => bend === index))
  const hems = model.bends.map(({ hem }) => hem !== null)
  const trees: (Tree | undefined)[] = []
  const treeOf = (bend: number, side: Side): Tree =>
    (trees[bend * 2 + (side > 0 ? 1 : 0)] ??= {
      root: treeNode(legRoot(), 0, null, 0),
      count: 1,
      leaves: new Map(),
    })
  const child = (tree: Tree, bend: number, side: Side, node: TreeNode, value: number): TreeNode => {
    const existing = node.children[value]
    if (existing !== undefined) return existing
    const leg = legChild(model, bend, side, node, value)
    const created = treeNode(leg, tree.count, node, value)
    tree.count += 1
    node.children[value] = created
    return created
  }
  const valueAt = (mask: number, bend: number): number => {
    const step = firstStep[bend] ?? 0
    if (hems[bend] !== true) return (mask >> step) & 1
    return ((mask >> step) & 1) + ((mask >> (step + 1)) & 1)
  }
  const sideMask = (bend: number, side: Side, mask: number): number => {
    const step = firstStep[bend] ?? 0
    return side > 0 ? mask >> (step + (hems[bend] === true ? 2 : 1)) : mask & ((1 << step) - 1)
  }
  const nextMade = (bend: number, side: Side, mask: number): number => {
    const bits = sideMask(bend, side, mask)
    if (bits === 0) return side > 0 ? count : -1
    const step = side > 0 ? lowestBit(bits) + (firstStep[bend] ?? 0) + (hems[bend] === true ? 2 : 1) : highestBit(bits)
    return model.steps[step]?.bend ?? 0
  }
  const leaf = (bend: number, side: Side, mask: number): TreeNode => {
    const tree = treeOf(bend, side)
    const bits = sideMask(bend, side, mask)
    const cached = tree.leaves.get(bits)
    if (cached !== undefined) return cached
    let node = tree.root
    while (!node.complete) {
      const nextBend = bendAt(bend, side, node.depth)
      node = child(tree, bend, side, node, nextBend >= 0 && nextBend < count ? valueAt(mask, nextBend) : 0)
    }
    tree.leaves.set(bits, node)
    return node
  }
  return { model, sideMask, valueAt, nextMade, leaf }
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
const highestBit = (bits: number): number => 31 - Math.clz32(bits)
