// The scene of a piece without a machine: it folds bend by bend where it is, and turns into the position in which it is mounted. Pure.
import { ok, type Result } from '../../../shared/base/result.ts'
import {
  foldCrossSection,
  isTapered,
  radians,
  stageAfter,
  type BendProfile,
  type FoldedSection,
  type Refusal,
} from '../../../shared/bending/index.ts'
import { mountedHeadings } from '../../../shared/drawing/index.ts'
import { bendShare, foldTimeline, stageAt } from './timeline.ts'
import type { FoldedPiece, FoldScene } from './fold-scene.ts'
import { atRest } from './motion.ts'
import { anchorOf, sectionOfFold, type PlacedSection } from './section.ts'

export interface FoldedProfile extends BendProfile {
  readonly family: string
  readonly colourSide: string
}

/**
 * `order` names bends from 0, a hem once or twice. The middle of the longest flat stays where it is. Refuses what cannot be folded.
 */
export function unplannedScene(profile: FoldedProfile, order: readonly number[]): Result<FoldScene, Refusal> {
  const flat = sectionsAt(profile, order, 0)
  if (!flat.ok) return flat
  const finished = sectionsAt(profile, order, order.length)
  if (!finished.ok) return finished
  const anchor = anchorOf(flat.value.start.flanges.map(({ straightMm }) => straightMm))
  const mounted = radians(mountedHeadings(profile)[anchor] ?? 0)
  // as a blank it is level, with the face up that is up when it is mounted
  const level = Math.PI * Math.round(mounted / Math.PI)
  const timeline = foldTimeline(order.length)
  const placed = (folded: FoldedSection, share: number): PlacedSection => ({
    section: sectionOfFold(folded, anchor).section,
    place: { x: 0, y: 0, heading: level + share * (mounted - level) },
  })
  const pieceOf = ({ start, end }: Ends, share: number): FoldedPiece => {
    const first = placed(start, share)
    return { start: first, end: end === start ? first : placed(end, share), motion: atRest(false) }
  }
  const last = pieceOf(finished.value, 1)
  const blank = pieceOf(flat.value, 0)
  return ok({
    timeline,
    finished: { start: last.start.section, end: last.end.section },
    anchor,
    flatWidthMm: blank.start.section.flatsMm.reduce((sum, mm) => sum + mm, 0),
    stepsOfBend: profile.bends.map((_, bend) => order.flatMap((one, step) => (one === bend ? [step] : []))),
    pieceAt: (position) => {
      const stage = stageAt(timeline, position)
      const steps = stage === null ? order.length : stage.stepIndex + bendShare(stage)
      const sections = sectionsAt(profile, order, steps)
      return sections.ok ? pieceOf(sections.value, order.length === 0 ? 1 : steps / order.length) : last
    },
    machineAt: null,
    partsAt: () => [],
  })
}

interface Ends {
  readonly start: FoldedSection
  readonly end: FoldedSection
}

function sectionsAt(profile: BendProfile, order: readonly number[], steps: number): Result<Ends, Refusal> {
  const stage = stageAfter(profile.bends, order, steps)
  if (!stage.ok) return stage
  const start = foldCrossSection(profile, { stage: stage.value })
  if (!start.ok || !isTapered(profile)) return start.ok ? ok({ start: start.value, end: start.value }) : start
  const end = foldCrossSection(profile, { stage: stage.value, end: 'end' })
  return end.ok ? ok({ start: start.value, end: end.value }) : end
}
