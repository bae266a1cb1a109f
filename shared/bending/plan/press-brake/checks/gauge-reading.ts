// How a step is gauged on a press brake: the level and the position of the fingers, and how far they move back. Pure. Units: mm.
import { memoized } from '../../../../base/memoized.ts'
import type { PressBrakeMachine } from '../../../fit/index.ts'
import type { Mm } from '../../../units.ts'
import { gaugeFinder, stopFaceHeight } from '../../step/index.ts'
import type { GaugeContact, GaugeFinder } from '../../step/index.ts'
import { partOutline } from '../../legs/index.ts'
import type { PartGroup, PartOutline, Stroke, TreeNode } from '../../legs/index.ts'
import type { PlanGauge } from '../../plan.ts'
import type { PlanSettings } from '../../plan-request.ts'
import { fingersClearRam, fingersFit, fingersFree, mayMeetRam, ramSpaces, widestSpaces } from './fingers.ts'
import type { RamSpace } from './fingers.ts'

/** How a step is gauged; `safe` is false on a rounded contact. */
export interface GaugeReading {
  readonly xMm: Mm
  readonly levelMm: Mm
  readonly retractMm: Mm
  readonly contact: PlanGauge['contact']
  readonly piece: number
  readonly safe: boolean
}

/** Reads the gauge of one leg after the other. */
export interface LegGauge {
  /** Null: the step cannot be gauged. `moving`: what moves with the ram on the side of the backgauge. */
  readonly read: (leg: TreeNode, moving: PartGroup) => GaugeReading | null
  /** Whether it is obvious that a leg that was read has the same reading with every ram. */
  readonly isSameWithAll: (leg: TreeNode) => boolean
}

/**
 * `fixed`: what is at the backgauge, with its shoulders in the strokes. `strokes`: all that make the bend, the first of them at the
 * largest distance: each of the others has the same contact, as much nearer as its flat beside the arc is shorter. `moving`: every ram
 * that stands above these fixed parts; it grows with the sets of tools.
 */
export type GaugeReader = (strokes: readonly Stroke[], fixed: PartGroup, moving: ReadonlySet<PartGroup>) => LegGauge

/** Finds the contacts at every level of the fingers, the lowest first. */
export function brakeGaugeFinder(thicknessMm: Mm, machine: PressBrakeMachine, settings: PlanSettings): GaugeFinder {
  const fingers = machine.outlines?.fingers
  const height = fingers === undefined ? 20 : stopFaceHeight(fingers)
  const levels = levelsOf(machine).map((lowMm) => ({ lowMm, highMm: lowMm + height }))
  return gaugeFinder(thicknessMm, levels, settings.leastOverlapMm)
}

const levelsOf = ({ outlines }: PressBrakeMachine): readonly Mm[] => outlines?.fingers.levelsMm ?? [0]

/** Where the fingers would stand at each level at which they meet the leg, in or out of their range. */
export const gaugeStops = (leg: TreeNode, besideMm: Mm, finder: GaugeFinder): Mm[] =>
  finder.contactsOf(leg).flatMap((contact) => (contact === null ? [] : contact.reachMm + besideMm))

/** The lowest level with a safe contact in range at which the fingers stand free of blank, tools and ram; without one, the lowest with a rounded contact. */
export function gaugeReader(finder: GaugeFinder, machine: PressBrakeMachine, settings: PlanSettings): GaugeReader {
  const fingers = machine.outlines?.fingers
  const outline = fingers === undefined ? null : partOutline('fingers', fingers.outline)
  const levelsMm = levelsOf(machine)
  return (strokes, fixed, allMoving) => {
    const firstMm = strokes[0]?.besideMm ?? 0
    const travelMm = firstMm - (strokes.at(-1)?.besideMm ?? 0)
    const readingsAt = (gaugeContact: GaugeContact, levelMm: Mm): GaugeReading[] => {
      const { reachMm, contact, piece } = gaugeContact
      const xMm = reachMm + firstMm
      if (xMm - travelMm < machine.backgaugeMinMm - 1e-6 || xMm > machine.backgaugeMaxMm + 1e-6) return []
      if (
        outline !== null &&
        !fingersFit({ strokes, outline, contact: gaugeContact, levelMm }, fixed, machine.backgaugeMaxMm)
      )
        return []
      const [roundedMm, safe] = [Math.round(xMm * 1e4) / 1e4, contact !== 'rounded']
      return retractsOf(machine, settings, xMm).map((retractMm) => ({
        xMm: roundedMm,
        levelMm,
        retractMm,
        contact,
        piece,
        safe,
      }))
    }
    const isFree = (candidate: Candidate, leg: TreeNode): boolean =>
      outline === null || fingersFree(placeOf(candidate, outline, strokes, settings), leg)
    const rams = new Map<PartGroup, Ram>()
    const ramOf = (moving: PartGroup): Ram =>
      memoized(rams, moving, () => ({ spaces: ramSpaces(strokes, moving), clear: new Map<Candidate, boolean>() }))
    const mayMeet = ({ contact, reading }: Candidate, spaces: readonly RamSpace[]): boolean =>
      outline !== null && mayMeetRam(contact.reachMm, reading.levelMm, outline, settings.clearanceMm, spaces)
    const isClear = (candidate: Candidate, moving: PartGroup): boolean => {
      if (outline === null) return true
      const { spaces, clear } = ramOf(moving)
      if (!mayMeet(candidate, spaces)) return true
      return memoized(clear, candidate, () => fingersClearRam(placeOf(candidate, outline, strokes, settings), moving))
    }
    let widest: { readonly rams: number; readonly spaces: readonly RamSpace[] } = { rams: 0, spaces: [] }
    const allSpaces = (): readonly RamSpace[] => {
      if (widest.rams !== allMoving.size) {
        const spaces = widestSpaces([...allMoving].flatMap((moving) => ramOf(moving).spaces))
        widest = { rams: allMoving.size, spaces }
      }
      return widest.spaces
    }
    const levels = levelsMm.map(() => new Map<GaugeContact, readonly Candidate[]>())
    /** At each contact of a leg, the safe ones first, each at the lowest level first. */
    const candidatesOf = (leg: TreeNode): Candidate[] => {
      const atLevels = finder.contactsOf(leg).flatMap((contact, level) => {
        const candidates = levels[level]
        if (contact === null || candidates === undefined) return []
        const levelMm = levelsMm[level] ?? 0
        return memoized(candidates, contact, () =>
          readingsAt(contact, levelMm).map((reading) => ({ contact, reading })),
        )
      })
      return [...atLevels.filter(({ reading }) => reading.safe), ...atLevels.filter(({ reading }) => !reading.safe)]
    }
    const legs = new Map<TreeNode, Candidate | LegCandidates | null>()
    /** Tries the next candidates until one is clear. */
    const nextClear = (leg: TreeNode, tried: LegCandidates, moving: PartGroup): Candidate | null => {
      const candidates = candidatesOf(leg)
      while (tried.next < candidates.length) {
        const candidate = candidates[tried.next]
        tried.next += 1
        if (candidate === undefined || !isFree(candidate, leg)) continue
        tried.free.push(candidate)
        if (isClear(candidate, moving)) return candidate
      }
      return null
    }
    const readLeg = (leg: TreeNode, moving: PartGroup): GaugeReading | null => {
      const cached = legs.get(leg)
      if (cached === null) return null
      if (cached !== undefined && 'reading' in cached && isClear(cached, moving)) return cached.reading
      const tried = triedOf(cached, leg, candidatesOf)
      const before = tried.free.find((candidate) => isClear(candidate, moving))
      if (before !== undefined) return before.reading
      const candidate = nextClear(leg, tried, moving)
      // most legs need one candidate only: an object for each of them would take more memory than all legs
      legs.set(leg, tried.free.length === 0 ? null : tried.free.length === 1 && candidate !== null ? candidate : tried)
      return candidate?.reading ?? null
    }
    const isSameWithAll = (leg: TreeNode): boolean => {
      const cached = legs.get(leg)
      return cached === null || (cached !== undefined && 'reading' in cached && !mayMeet(cached, allSpaces()))
    }
    return { read: readLeg, isSameWithAll }
  }
}

/** What was tried of a leg with this entry of the cache. */
function triedOf(
  cached: Candidate | LegCandidates | undefined,
  leg: TreeNode,
  candidatesOf: (leg: TreeNode) => readonly Candidate[],
): LegCandidates {
  if (cached === undefined) return { free: [], next: 0 }
  return 'reading' in cached ? { free: [cached], next: candidatesOf(leg).indexOf(cached) + 1 } : cached
}

/** What moves with the ram. */
interface Ram {
  readonly spaces: readonly RamSpace[]
  /** Only where it is not obvious: the results of all places would take more memory than all legs. */
  readonly clear: Map<Candidate, boolean>
}

/** One way to gauge a leg. */
interface Candidate {
  readonly contact: GaugeContact
  readonly reading: GaugeReading
}

const placeOf = (
  { contact, reading: { levelMm, retractMm } }: Candidate,
  outline: PartOutline,
  strokes: readonly Stroke[],
  settings: PlanSettings,
) => ({ strokes, outline, contact, levelMm, retractMm, settings })

/** The ways to gauge a leg that were tried so far. */
interface LegCandidates {
  /** Those at which the fingers stand free of the leg. */
  readonly free: Candidate[]
  /** The next one to try. */
  next: number
}

/** The distances that the fingers may move back: the setting and a longer one, both within their range. */
function retractsOf(machine: PressBrakeMachine, settings: PlanSettings, xMm: Mm): Mm[] {
  if (machine.outlines?.fingers.retracts !== true) return [0]
  const most = machine.backgaugeMaxMm - xMm
  return [...new Set([settings.retractMm, 100].map((one) => Math.min(one, most)))]
}
