// One set of tools mounted on a press brake: its parts as the checker needs them, on both sides, and what is missing. Pure: mm, radians.
import type { PressBrakeMachine } from '../../fit/machine.ts'
import type { Die, HemmingTool, Punch } from '../../fit/tooling.ts'
import type { Outline } from '../../fit/outline.ts'
import { radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { isSymmetrical, mirroredPart, partOutline } from '../legs/part-outline.ts'
import type { PartOutline } from '../legs/part-outline.ts'
import type { PlanPart } from '../plan-part.ts'
import type { PlanMissing } from '../plan.ts'
import type { PartGroup } from '../legs/sweep.ts'

/** How far a corner of a polygon with a rounded tip or shoulder may lie outside the exact curve. */
const chordMm: Mm = 0.05

/** The V in which a bend is made: a die's or a hemming tool's. */
export interface MountedV {
  readonly id: string
  readonly vMm: Mm
  readonly includedDeg: number
  readonly heightMm: Mm
  readonly shoulderRadiusMm: Mm
  readonly outline: Outline | undefined
  readonly part: 'die' | 'hemming_tool'
}

export const dieAsV = (die: Die): MountedV => ({
  ...die,
  shoulderRadiusMm: die.shoulderRadiusMm ?? 0,
  outline: die.outline,
  part: 'die',
})

export function hemmingToolAsV(tool: HemmingTool): MountedV {
  const low = [...(tool.outline ?? []), ...(tool.closing?.outline ?? [])].map(({ y }) => 0 - y)
  const heightMm = Math.max(0, ...low)
  return { ...tool, heightMm, shoulderRadiusMm: 1, outline: tool.outline, part: 'hemming_tool' }
}

/** Tools as a leg at +x meets them; the other side is their mirror image. */
export interface KitSide {
  readonly moving: PartGroup
  readonly fixed: PartGroup
}

export interface BrakeKit {
  readonly v: MountedV
  readonly punch: Punch
  readonly punchTurned: boolean
  readonly hemmingTool: HemmingTool | null
  /** Towards the backgauge, towards the operator. The same object where both are alike. */
  readonly sides: readonly [KitSide, KitSide]
  readonly shoulders: Float64Array
  /** The lowest point of the V in its middle. */
  readonly bottomMm: Mm
  readonly missing: readonly PlanMissing[]
}

export function brakeKit(
  machine: PressBrakeMachine,
  v: MountedV,
  punch: Punch,
  punchTurned: boolean,
  hemmingTool: HemmingTool | null,
): BrakeKit {
  const { outlines } = machine
  const missing: PlanMissing[] = []
  const need = (part: PlanPart, id: string, outline: Outline | undefined): Outline => {
    if (outline === undefined || outline.length < 3) missing.push({ part, id })
    return outline ?? []
  }
  const inCone = tipCone(punch)
  const moving = [
    partOutline('punch', need('punch', punch.id, punch.outline), { mirrored: punchTurned, inContact: inCone }),
    partOutline('clamp', need('clamp', machine.name, outlines?.clamp), { yMm: punch.heightMm }),
    partOutline('beam', need('beam', machine.name, outlines?.beam), { yMm: punch.heightMm }),
  ]
  const fixed = [
    partOutline(v.part, need(v.part, v.id, v.outline)),
    ...(hemmingTool?.closing === undefined ? [] : [partOutline('closing_slot', hemmingTool.closing.outline)]),
    partOutline('holder', need('holder', machine.name, outlines?.holder), { yMm: 0 - v.heightMm }),
    partOutline('table', need('table', machine.name, outlines?.table), { yMm: 0 - v.heightMm }),
    partOutline('apron', need('apron', machine.name, outlines?.apron), { yMm: 0 - v.heightMm }),
  ]
  const gaugeSide: KitSide = {
    moving: { parts: moving.filter(hasEdges), fixed: false },
    fixed: { parts: fixed.filter(hasEdges), fixed: true },
  }
  return {
    v,
    punch,
    punchTurned,
    hemmingTool,
    sides: [gaugeSide, otherSide(gaugeSide)],
    shoulders: shouldersOf(v),
    bottomMm: bottomOf(v),
    missing,
  }
}

const hasEdges = ({ edges }: PartOutline): boolean => edges.length > 0

function otherSide(side: KitSide): KitSide {
  if (isSymmetrical(side.moving.parts) && isSymmetrical(side.fixed.parts)) return side
  return { moving: mirroredGroup(side.moving), fixed: mirroredGroup(side.fixed) }
}

const mirroredGroup = (group: PartGroup): PartGroup => ({ ...group, parts: group.parts.map(mirroredPart) })

/**
 * The contact zone of a punch: its tip and the two flanks beside it. A flat beside the own bend can touch nothing else of the punch
 * there before the angle of the tools is reached, and that angle is checked by itself.
 */
function tipCone({ tipRadiusMm, includedDeg }: Punch): (x: Mm, y: Mm) => boolean {
  const half = radians(includedDeg) / 2
  const [cos, sin] = [Math.cos(half), Math.sin(half)]
  return (x, y) => Math.abs(x) * cos - (y - tipRadiusMm) * sin <= tipRadiusMm + chordMm
}

/** The corners of the V on which the blank can rest. Without an outline: sharp shoulders at the width of the V. */
function shouldersOf({ outline, vMm, shoulderRadiusMm }: MountedV): Float64Array {
  const corners = (outline ?? []).filter(({ x, y }) => Math.abs(x) > vMm / 4 && y >= 0 - shoulderRadiusMm - 0.01)
  if (corners.length === 0) return Float64Array.of(vMm / 2, 0)
  const seen = new Map<string, readonly [number, number]>()
  for (const { x, y } of corners) {
    const key = `${Math.abs(x).toFixed(6)} ${y.toFixed(6)}`
    seen.set(key, [Math.abs(x), y])
  }
  return Float64Array.from([...seen.values()].flat())
}

/** The highest point of the outline below the middle of the V. */
function bottomOf({ outline }: MountedV): Mm {
  let bottom = -Infinity
  for (const [index, from] of (outline ?? []).entries()) {
    const to = outline?.[(index + 1) % outline.length]
    if (to === undefined || from.x * to.x > 0 || from.x === to.x) continue
    const share = from.x / (from.x - to.x)
    bottom = Math.max(bottom, from.y + share * (to.y - from.y))
  }
  return bottom
}
