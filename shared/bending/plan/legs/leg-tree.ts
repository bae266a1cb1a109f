// All legs of a blank as prefix trees, built when they are asked for and shared by every set of tools. Pure.
import type { BlankModel } from './blank-model.ts'
import { bendAt, legChild, legRoot } from './leg.ts'
import type { LegNode } from './leg.ts'

/** 1: the leg towards the last flange. -1: the leg towards the first. */
export type Side = 1 | -1

export interface TreeNode extends LegNode {
  /** Counts all nodes of the forest, so that results are kept in arrays. */
  readonly id: number
  readonly above: TreeNode | null
  readonly children: (TreeNode | undefined)[]
}

export interface LegForest {
  readonly model: BlankModel
  /** How many nodes were built. */
  readonly count: () => number
  /** The bits of a mask that a leg depends on, moved to 0. */
  readonly sideMask: (own: number, side: Side, mask: number) => number
  /** The value of a bend at a mask: 0 flat, 1 made or pre-bent, 2 flattened. */
  readonly valueAt: (mask: number, bend: number) => number
  readonly root: (own: number, side: Side) => TreeNode
  readonly child: (own: number, side: Side, node: TreeNode, value: number) => TreeNode
  /** The complete leg at a mask. */
  readonly leaf: (own: number, side: Side, mask: number) => TreeNode
}

export function legForest(model: BlankModel): LegForest {
  const count = model.bends.length
  const firstStep = model.bends.map(({ index }) => model.steps.findIndex(({ bend }) => bend === index))
  const hems = model.bends.map(({ hem }) => hem !== null)
  const roots: (TreeNode | undefined)[] = []
  let nodes = 0
  const root = (own: number, side: Side): TreeNode => {
    const at = own * 2 + (side > 0 ? 1 : 0)
    return (roots[at] ??= { ...legRoot(), id: nodes++, above: null, children: [] })
  }
  const child = (own: number, side: Side, node: TreeNode, value: number): TreeNode => {
    const known = node.children[value]
    if (known !== undefined) return known
    const made: TreeNode = { ...legChild(model, own, side, node, value), id: nodes++, above: node, children: [] }
    node.children[value] = made
    return made
  }
  const valueAt = (mask: number, bend: number): number => {
    const step = firstStep[bend] ?? 0
    if (hems[bend] !== true) return (mask >> step) & 1
    return ((mask >> step) & 1) + ((mask >> (step + 1)) & 1)
  }
  const leaf = (own: number, side: Side, mask: number): TreeNode => {
    let node = root(own, side)
    while (!node.complete) {
      const bend = bendAt(own, side, node.depth)
      node = child(own, side, node, bend >= 0 && bend < count ? valueAt(mask, bend) : 0)
    }
    return node
  }
  const sideMask = (own: number, side: Side, mask: number): number => {
    const step = firstStep[own] ?? 0
    return side > 0 ? mask >> (step + (hems[own] === true ? 2 : 1)) : mask & ((1 << step) - 1)
  }
  return { model, count: () => nodes, sideMask, valueAt, root, child, leaf }
}
