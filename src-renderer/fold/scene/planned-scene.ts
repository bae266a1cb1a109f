// The scene of a piece at its machine: every step of the plan with its approach, its bend, its withdrawal, and what the operator does with
// the blank before it. Pure. x to the backgauge, y up, z along the machine. Units: mm; radians inside, degrees outside.
import type { PlanRequest, PlanStep } from '../../../shared/bending/plan/index.ts'
import { stageAt, type Stage } from './timeline.ts'
import type { FoldScene, MachineStage } from './fold-scene.ts'
import { atRest, placeBetween, smooth, type Motion } from './motion.ts'
import {
  blankAt,
  middleOf,
  mountedPiece,
  plannedPiece,
  stepScenes,
  timelineOfSteps,
  turningMotion,
  type HeldBlank,
  type PlannedPiece,
  type StepScene,
} from './planned-steps.ts'
import type { PlacedSection } from './section.ts'
import type { FoldedProfile } from './unplanned-scene.ts'

/** The last share of the approach, in which the tools close, and the first of the withdrawal, in which the sheet springs back. */
const closingShare = 0.25
const releaseShare = 0.25
/** The share of the withdrawal in which the tools open. */
const openingShare = 0.25
const withdrawLiftMm = 40

/** Null: there are no steps, or the tools of a step are not described. */
export function plannedScene(
  request: PlanRequest,
  steps: readonly PlanStep[],
  { family, colourSide }: Pick<FoldedProfile, 'family' | 'colourSide'>,
): FoldScene | null {
  const piece = plannedPiece(request)
  const scenes = piece === null ? null : stepScenes(piece, request, steps)
  const last = scenes?.at(-1)
  if (piece === null || scenes === null || last === undefined) return null
  const mounted = mountedPiece(piece, { ...request.profile, family, colourSide }, last)
  const timeline = timelineOfSteps(steps)
  return {
    timeline,
    finished: { start: piece.finishedSection, end: piece.finishedSection },
    anchor: piece.anchor,
    flatWidthMm: piece.flat.widthMm,
    stepsOfBend: request.profile.bends.map((_, bend) =>
      steps.flatMap((step, index) => (step.bendIndex === bend ? [index] : [])),
    ),
    pieceAt: (position) => {
      const stage = stageAt(timeline, position)
      const scene = scenes[stage?.stepIndex ?? -1]
      if (stage === null || scene === undefined) return { start: last.end, end: last.end, motion: last.motion }
      const target = scenes[stage.stepIndex + 1]?.held ?? mounted
      const { placed, motion } =
        stage.kind === 'mount' ? mountingPiece(mounted, last, stage) : pieceAtStage(piece, scene, target, stage)
      return { start: placed, end: placed, motion }
    },
    machineAt: (position) => {
      const stage = stageAt(timeline, position)
      const scene = scenes[stage?.stepIndex ?? -1]
      return stage === null || scene === undefined
        ? { stepIndex: 0, turnDeg: 0, openMm: 0 }
        : machineAtStage(scene, stage)
    },
    partsAt: (stepIndex, turnDeg) => scenes[stepIndex]?.picture.partsAt(turnDeg) ?? [],
  }
}

interface MovedSection {
  readonly placed: PlacedSection
  readonly motion: Motion
}

function pieceAtStage(piece: PlannedPiece, scene: StepScene, target: HeldBlank, { kind, share }: Stage): MovedSection {
  const { start, end, held, motion, picture, releasedDeg } = scene
  const { fromTurnDeg, toTurnDeg } = picture
  switch (kind) {
    case 'flip':
    case 'half_turn': {
      // the flip comes first
      const flip = kind === 'flip' ? 1 - smooth(share) : 0
      const halfTurn = kind === 'flip' ? (scene.halfTurns ? 1 : 0) : 1 - smooth(share)
      return {
        placed: { section: start.section, place: held.place },
        motion: turningMotion(motion, held.centre, { flip, halfTurn }),
      }
    }
    case 'approach': {
      const moved = share / (1 - closingShare)
      // over the die first, then down
      const [along, down] = [smooth(moved / 0.75), smooth((moved - 0.5) / 0.5)]
      const place = {
        x: held.place.x + along * (start.place.x - held.place.x),
        y: held.place.y + down * (start.place.y - held.place.y),
        heading: start.place.heading,
      }
      return { placed: { section: start.section, place }, motion }
    }
    case 'bend':
      return { placed: blankAt(piece, scene, fromTurnDeg + share * (toTurnDeg - fromTurnDeg)), motion }
    case 'withdraw':
    case 'mount': {
      if (share < releaseShare)
        return {
          placed: blankAt(piece, scene, toTurnDeg + (share / releaseShare) * (releasedDeg - toTurnDeg)),
          motion,
        }
      const moved = smooth((share - releaseShare) / (1 - releaseShare))
      const place = placeBetween(end.place, target.before, middleOf(piece, end), moved, withdrawLiftMm)
      return { placed: { section: end.section, place }, motion }
    }
  }
}

function mountingPiece(mounted: HeldBlank, { end, motion }: StepScene, { share }: Stage): MovedSection {
  return {
    placed: { section: end.section, place: mounted.place },
    motion: turningMotion(atRest(false), mounted.centre, {
      flip: 0,
      halfTurn: motion.isEndForEnd ? 1 - smooth(share) : 0,
    }),
  }
}

function machineAtStage(
  { picture, step, releasedDeg, openMm }: StepScene,
  { stepIndex, kind, share }: Stage,
): MachineStage {
  const { fromTurnDeg, toTurnDeg } = picture
  switch (kind) {
    case 'flip':
    case 'half_turn':
    case 'mount':
      return { stepIndex, turnDeg: fromTurnDeg, openMm }
    case 'approach':
      return {
        stepIndex,
        turnDeg: fromTurnDeg,
        openMm: openMm * (1 - smooth((share - 1 + closingShare) / closingShare)),
      }
    case 'bend':
      return { stepIndex, turnDeg: fromTurnDeg + share * (toTurnDeg - fromTurnDeg), openMm: 0 }
    case 'withdraw': {
      if (share < releaseShare)
        return { stepIndex, turnDeg: toTurnDeg + (share / releaseShare) * (releasedDeg - toTurnDeg), openMm: 0 }
      const opened = smooth((share - releaseShare) / openingShare)
      // a bump begins again with its first stroke
      const restDeg = step.kind === 'flatten' ? releasedDeg : fromTurnDeg
      return { stepIndex, turnDeg: releasedDeg + opened * (restDeg - releasedDeg), openMm: opened * openMm }
    }
  }
}
