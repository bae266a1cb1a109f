// One set of tools mounted on a press brake: its parts as the checker needs them, on both sides, and what is missing. Pure. Units: mm, radians.
import { memoized } from '../../../base/memoized.ts'
import { hemmingToolHeight } from '../../fit/index.ts'
import type { PressBrakeMachine, Die, HemmingTool, Punch, Outline } from '../../fit/index.ts'
import { radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { dividedAt, isSymmetrical, mirroredPart, partOutline, shouldersAt } from '../legs/index.ts'
import type { PartGroup, PartOutline, Shoulders } from '../legs/index.ts'
import type { PlanPart } from '../plan-part.ts'
import type { PlanMissing } from '../plan.ts'

/** How far a corner of a polygon with a rounded tip or shoulder may lie outside the exact curve. */
const chordMm: Mm = 0.05

/** Whatever angle its record states, the flats may touch a punch this near to its tip. */
const tipZoneMm: Mm = 4

/** The V in which a bend is made: a die's or a hemming tool's. */
interface MountedV {
  readonly id: string
  readonly vMm: Mm
  readonly includedDeg: number
  readonly heightMm: Mm
  readonly shoulderRadiusMm: Mm
  readonly outline: Outline | undefined
  readonly part: 'die' | 'hemming_tool'
}

const dieAsV = (die: Die): MountedV => ({
  ...die,
  shoulderRadiusMm: die.shoulderRadiusMm ?? 0,
  outline: die.outline,
  part: 'die',
})

function hemmingToolAsV(tool: HemmingTool): MountedV {
  return {
    ...tool,
    heightMm: hemmingToolHeight(tool) ?? 0,
    shoulderRadiusMm: 1,
    outline: tool.outline,
    part: 'hemming_tool',
  }
}

/** Tools as a leg at +x meets them; the other side is their mirror image. */
interface KitSide {
  readonly moving: PartGroup
  readonly fixed: PartGroup
}

export interface BrakeKit {
  readonly v: MountedV
  readonly punch: Punch
  readonly punchTurned: boolean
  readonly hemmingTool: HemmingTool | null
  /** Towards the backgauge, towards the operator. Both sides have the same group if the tools are symmetrical. */
  readonly sides: readonly [KitSide, KitSide]
  readonly shoulders: Shoulders
  /** The lowest point of the V in its middle. */
  readonly bottomMm: Mm
  readonly missing: readonly PlanMissing[]
}

/** The parts that one tool needs around it, on both sides: the same object where the sides are alike. */
interface MountedGroup {
  readonly sides: readonly [PartGroup, PartGroup]
  readonly missing: readonly PlanMissing[]
}

interface MountedLower extends MountedGroup {
  readonly v: MountedV
  readonly shoulders: Shoulders
  readonly bottomMm: Mm
}

/** The tools of a machine with the parts around them, each built once: sets that share a tool share its verdicts. */
export interface MountedTools {
  readonly lower: (tool: Die | HemmingTool) => MountedLower
  readonly upper: (punch: Punch, turned: boolean) => MountedGroup
}

export function mountedTools(machine: PressBrakeMachine): MountedTools {
  const lowers = new Map<Die | HemmingTool, MountedLower>()
  const uppers = [new Map<Punch, MountedGroup>(), new Map<Punch, MountedGroup>()]
  return {
    lower: (tool) => memoized(lowers, tool, () => lowerOf(machine, tool)),
    upper: (punch, turned) =>
      memoized(uppers[turned ? 1 : 0] ?? new Map<Punch, MountedGroup>(), punch, () => upperOf(machine, punch, turned)),
  }
}

function upperOf({ outlines, name }: PressBrakeMachine, punch: Punch, turned: boolean): MountedGroup {
  const missing: PlanMissing[] = []
  const inCone = tipCone(punch)
  const inContact = (x: Mm, y: Mm): boolean => inCone(x, y) || Math.hypot(x, y) < tipZoneMm + 1e-3
  const yMm = punch.heightMm
  const outline = dividedAt(needed(missing, 'punch', punch.id, punch.outline), tipZoneMm)
  const parts = [
    partOutline('punch', outline, { mirrored: turned, inContact }),
    partOutline('clamp', needed(missing, 'clamp', name, outlines?.clamp), { yMm }),
    partOutline('beam', needed(missing, 'beam', name, outlines?.beam), { yMm }),
  ]
  return { sides: bothSides({ parts: parts.filter(hasEdges), fixed: false }), missing }
}

function lowerOf({ outlines, name }: PressBrakeMachine, tool: Die | HemmingTool): MountedLower {
  const missing: PlanMissing[] = []
  const isDie = 'heightMm' in tool
  const v = isDie ? dieAsV(tool) : hemmingToolAsV(tool)
  const closing = isDie ? undefined : tool.closing
  const yMm = -v.heightMm
  const toolParts = [
    partOutline(v.part, needed(missing, v.part, v.id, v.outline)),
    ...(isDie ? [] : [partOutline('closing_slot', needed(missing, 'closing_slot', v.id, closing?.outline))]),
  ]
  const partsBelow = [
    partOutline('holder', needed(missing, 'holder', name, outlines?.holder), { yMm }),
    partOutline('table', needed(missing, 'table', name, outlines?.table), { yMm }),
    partOutline('apron', needed(missing, 'apron', name, outlines?.apron), { yMm }),
  ]
  // the height of a hemming tool is that of its closing outline: without it, nothing is known of what is below
  const parts = isDie || closing !== undefined ? [...toolParts, ...partsBelow] : toolParts
  const sides = bothSides({ parts: parts.filter(hasEdges), fixed: true })
  return { v, sides, missing, shoulders: shouldersAt(cornersOf(v)), bottomMm: bottomOf(v) }
}

function needed(missing: PlanMissing[], part: PlanPart, id: string, outline: Outline | undefined): Outline {
  if (outline === undefined || outline.length < 3) missing.push({ part, id })
  return outline ?? []
}

/** `lowerTool`: the die, or the hemming tool in whose V the pre-bend is made. `hemmingTool`: null for plain bends. */
export function brakeKit(
  tools: MountedTools,
  lowerTool: Die | HemmingTool,
  punch: Punch,
  punchTurned: boolean,
  hemmingTool: HemmingTool | null,
): BrakeKit {
  const { v, shoulders, bottomMm, ...lower } = tools.lower(lowerTool)
  const upper = tools.upper(punch, punchTurned)
  return {
    v,
    punch,
    punchTurned,
    hemmingTool,
    sides: [
      { moving: upper.sides[0], fixed: lower.sides[0] },
      { moving: upper.sides[1], fixed: lower.sides[1] },
    ],
    shoulders,
    bottomMm,
    missing: [...upper.missing, ...lower.missing],
  }
}

const hasEdges = ({ edges }: PartOutline): boolean => edges.length > 0

const bothSides = (group: PartGroup): readonly [PartGroup, PartGroup] =>
  isSymmetrical(group.parts) ? [group, group] : [group, { ...group, parts: group.parts.map(mirroredPart) }]

/**
 * The contact zone of a punch: its tip and the two flanks beside it. A flat beside the step's bend can touch nothing else of the punch
 * there before the angle of the tools is reached, and that angle is checked separately.
 */
function tipCone({ tipRadiusMm, includedDeg }: Punch): (x: Mm, y: Mm) => boolean {
  const half = radians(includedDeg) / 2
  const [cos, sin] = [Math.cos(half), Math.sin(half)]
  return (x, y) => Math.abs(x) * cos - (y - tipRadiusMm) * sin <= tipRadiusMm + chordMm
}

/** The corners of the V on which the blank can rest. Without an outline: sharp shoulders at the width of the V. */
function cornersOf({ outline, vMm, shoulderRadiusMm }: MountedV): readonly (readonly [x: Mm, y: Mm])[] {
  const corners = (outline ?? []).filter(({ x, y }) => Math.abs(x) > vMm / 4 && y >= -shoulderRadiusMm - 0.01)
  return corners.length === 0 ? [[vMm / 2, 0]] : corners.map(({ x, y }) => [Math.abs(x), y])
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
