// The steps of a plan, prepared for the scene: where the blank is held in front of the machine, how it lies in it, and how it is turned
// between two steps. Pure. Units: mm; radians inside, degrees outside.
import { foldCrossSection, radians, type Deg, type Mm } from '../../../shared/bending/index.ts'
import { stepPicture, type PlanRequest, type PlanStep, type StepPicture } from '../../../shared/bending/plan/index.ts'
import { mountedHeadings } from '../../../shared/drawing/index.ts'
import { machineTimeline, type Timeline } from './timeline.ts'
import { atRest, moved, type Motion } from './motion.ts'
import { flatBlankOf, isEndForEnd, sectionOfPicture, type FlatBlank, type Pose } from './picture-section.ts'
import { emptySamples, sampleLayout, writeSamples, type SampleLayout, type Samples } from './section-samples.ts'
import { anchorOf, sectionOfFold, type PlacedSection, type Placement, type Section } from './section.ts'
import type { FoldedProfile } from './unplanned-scene.ts'

export interface PlannedPiece {
  readonly flat: FlatBlank
  readonly finishedSection: Section
  readonly anchor: number
  readonly layout: SampleLayout
  /** For computations; every function writes its own before it reads them. */
  readonly samples: Samples
}

export interface StepScene {
  readonly step: PlanStep
  readonly picture: StepPicture
  /** With the bend of this step. */
  readonly bentBends: readonly number[]
  readonly motion: Motion
  readonly start: PlacedSection
  /** After springback. */
  readonly end: PlacedSection
  readonly releasedDeg: Deg
  /** In front of the machine, before it moves in. */
  readonly held: HeldBlank
  readonly flips: boolean
  readonly halfTurns: boolean
  readonly openMm: Mm
}

export interface HeldBlank {
  readonly place: Placement
  /** About this point it is turned. */
  readonly centre: { readonly x: Mm; readonly y: Mm }
  /** Before it is turned, in the plane of the step before. */
  readonly before: Placement
}

/** In front of the tools, where the operator turns the blank: its nearest edge is this far from the bend line, and this high. */
const freeMm: Mm = 70
const heldAboveMm: Mm = 30
/** How far the tools open at least, and above the blank. */
const leastOpenMm: Mm = 70
const openAboveMm: Mm = 25

/** Null: the profile cannot be folded. */
export function plannedPiece({ profile, neutral }: PlanRequest): PlannedPiece | null {
  const flat = flatBlankOf(profile, neutral)
  const finished = foldCrossSection(profile)
  if (flat === null || !finished.ok) return null
  const anchor = anchorOf(
    profile.flanges.map((_, index) => (flat.bendsMm[index] ?? flat.widthMm) - (flat.bendsMm[index - 1] ?? 0)),
  )
  const finishedSection = sectionOfFold(finished.value, anchor).section
  const layout = sampleLayout(finishedSection, anchor, Infinity)
  return { flat, finishedSection, anchor, layout, samples: emptySamples(layout) }
}

/** The blank of a step at a turn of its bend. */
export const blankAt = (
  { flat, finishedSection, anchor }: PlannedPiece,
  { step, picture, bentBends }: Pick<StepScene, 'step' | 'picture' | 'bentBends'>,
  turnDeg: Deg,
): PlacedSection =>
  sectionOfPicture({
    blank: picture.blankAt(turnDeg),
    pose: step.pose,
    bentBends,
    flat,
    middlesMm: finishedSection.middlesMm,
    anchor,
  })

/** Null: the tools of a step are not described. */
export function stepScenes(piece: PlannedPiece, request: PlanRequest, steps: readonly PlanStep[]): StepScene[] | null {
  const scenes: StepScene[] = []
  const bent = new Set<number>()
  for (const [stepIndex, step] of steps.entries()) {
    const picture = stepPicture(request, steps.slice(0, stepIndex), step)
    if (picture === null) return null
    bent.add(step.bendIndex)
    const parts = { step, picture, bentBends: [...bent].toSorted((a, b) => a - b) }
    const start = blankAt(piece, parts, picture.fromTurnDeg)
    const releasedDeg = step.kind === 'bump' ? picture.toTurnDeg : Math.min(step.turnDeg, picture.toTurnDeg)
    const motion = atRest(isEndForEnd(step.pose))
    const before = scenes.at(-1)
    const turns = turnsBetween(before?.step.pose ?? step.pose, step.pose)
    const box = boxOf(piece, start, motion)
    scenes.push({
      ...parts,
      ...turns,
      motion,
      start,
      end: blankAt(piece, parts, releasedDeg),
      releasedDeg,
      held: heldBlank(piece, start, motion, turns, before?.motion ?? motion),
      openMm: Math.max(leastOpenMm, box.maxY + openAboveMm),
    })
  }
  return scenes
}

/** The finished piece in front of the machine, as it is mounted: in the plane of its drawing. */
export function mountedPiece(piece: PlannedPiece, profile: FoldedProfile, last: StepScene): HeldBlank {
  const heading = radians(mountedHeadings(profile)[piece.anchor] ?? 0)
  const placed = { section: last.end.section, place: { x: 0, y: 0, heading } }
  return heldBlank(piece, placed, atRest(false), { flips: false, halfTurns: last.motion.isEndForEnd }, last.motion)
}

/** The movement of a plan, whose tools need not be described. */
export const timelineOfSteps = (steps: readonly Pick<PlanStep, 'pose'>[]): Timeline =>
  machineTimeline(steps.map(({ pose }, index) => turnsBetween(steps[index - 1]?.pose ?? pose, pose)))

type Turns = Pick<StepScene, 'flips' | 'halfTurns'>

/** A flip brings the other face up and the other edge to the gauge; a half turn only the other edge. */
function turnsBetween(before: Pose, after: Pose): Turns {
  const flips = before.faceUp !== after.faceUp
  return { flips, halfTurns: (before.edgeAtGauge !== after.edgeAtGauge) !== flips }
}

/** The movement of a blank that is turned: what is left of its flip and its half turn, from 1 to 0. */
export const turningMotion = (
  { isEndForEnd: isTurned }: Motion,
  centre: HeldBlank['centre'],
  left: { readonly flip: number; readonly halfTurn: number },
): Motion => ({
  isEndForEnd: isTurned,
  // the edge at the gauge comes up and over to the operator
  flip: -Math.PI * left.flip,
  halfTurn: Math.PI * left.halfTurn,
  centreX: centre.x,
  centreY: centre.y,
})

function heldBlank(
  piece: PlannedPiece,
  { section, place }: PlacedSection,
  motion: Motion,
  { flips, halfTurns }: Turns,
  motionBefore: Motion,
): HeldBlank {
  const box = boxOf(piece, { section, place }, motion)
  const [backMm, upMm] = [-freeMm - box.maxX, heldAboveMm - box.minY]
  const held = { x: place.x + (motion.isEndForEnd ? -backMm : backMm), y: place.y + upMm, heading: place.heading }
  const centre = { x: (box.minX + box.maxX) / 2 + backMm, y: (box.minY + box.maxY) / 2 + upMm }
  const turned = turningMotion(motion, centre, { flip: flips ? 1 : 0, halfTurn: halfTurns ? 1 : 0 })
  const inPlaneBefore = (x: Mm, y: Mm): { x: Mm; y: Mm } => {
    const inSpace = moved(turned, { x, y, z: 0 })
    return { x: motionBefore.isEndForEnd ? -inSpace.x : inSpace.x, y: inSpace.y }
  }
  const from = inPlaneBefore(held.x, held.y)
  const to = inPlaneBefore(held.x + Math.cos(held.heading), held.y + Math.sin(held.heading))
  return { place: held, centre, before: { ...from, heading: Math.atan2(to.y - from.y, to.x - from.x) } }
}

interface SectionBox {
  readonly minX: Mm
  readonly maxX: Mm
  readonly minY: Mm
  readonly maxY: Mm
}

/** In space, of a section that is not turned. */
function boxOf({ layout, samples }: PlannedPiece, { section, place }: PlacedSection, motion: Motion): SectionBox {
  writeSamples(layout, section, place, samples)
  const side = motion.isEndForEnd ? -1 : 1
  const xs = [...samples.x].map((x) => side * x)
  return { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...samples.y), maxY: Math.max(...samples.y) }
}

/** The mean of the points of a section in its plane. */
export function middleOf({ layout, samples }: PlannedPiece, { section, place }: PlacedSection): { x: Mm; y: Mm } {
  writeSamples(layout, section, place, samples)
  return { x: mean(samples.x), y: mean(samples.y) }
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
