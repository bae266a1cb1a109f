// The picture of a step on a folding machine. Pure: mm, radians inside, degrees outside.
import type { FolderMachine } from '../../fit/machine.ts'
import type { Outline } from '../../fit/outline.ts'
import { radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { blankModel } from '../legs/blank-model.ts'
import { legForest } from '../legs/leg-tree.ts'
import { blankFaces } from './blank-faces.ts'
import type { FaceCorner } from './blank-faces.ts'
import { lifted } from './brake-picture.ts'
import { defaultPlanSettings } from '../plan-request.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { OrderedStep, PlanStep } from '../plan.ts'
import type { PicturePart, StepPicture } from './step-picture.ts'

/** Beyond the flap under the nose when a hem is pressed: as the checker places it. */
const beyondMm: Mm = 3

export function folderPicture(
  request: PlanRequest,
  machine: FolderMachine,
  before: readonly OrderedStep[],
  planned: PlanStep,
): StepPicture | null {
  const { outlines } = machine
  const settings = { ...defaultPlanSettings, ...request.settings }
  const { thicknessMm } = request.profile
  const preTurn = radians(Math.min(settings.hemTurnOnFolderDeg, machine.largestAngleDeg))
  const made = blankModel(request.profile, request.neutral, { turn: preTurn, radiusMm: thicknessMm })
  if (!made.ok || outlines === undefined) return null
  const model = made.value
  const own = model.bends[planned.bendIndex]
  const numbers = before.map(({ kind, bendIndex }) =>
    model.steps.findIndex(
      (one) => one.bend === bendIndex && (one.kind === kind || (one.kind === 'bend' && kind === 'bump')),
    ),
  )
  if (own === undefined || numbers.includes(-1)) return null
  const mask = numbers.reduce((bits, one) => bits | (1 << one), 0)
  const forest = legForest(model)
  const isUp = planned.direction === 'up'
  const isPress = planned.kind === 'flatten'
  const [first, last] = own.made
  const [from, to] = isPress ? [first?.turn ?? 0, last?.turn ?? 0] : [0, radians(planned.overTurnDeg)]
  const start = isPress ? first : { turn: 0, radiusMm: first?.radiusMm ?? 0, besideMm: own.zoneMm }
  const end = isPress ? last : undefined
  const gauged = planned.pose.edgeAtGauge === 'last' ? 1 : -1
  // a hem is pressed with its flap towards the operator, or towards the gauge
  const flapMm = Math.min(
    model.middleMm[planned.bendIndex] ?? 0,
    model.widthMm - (model.middleMm[planned.bendIndex] ?? 0),
  )
  const flapSide = (model.middleMm[planned.bendIndex] ?? 0) > model.widthMm / 2 ? 1 : -1
  const isFlapBehind = isPress && flapSide === gauged
  const shareAt = (turn: number): number => Math.min(1, Math.max(0, (turn - from) / (to - from || 1)))
  const shortening = own.zoneMm - 2 * (first?.besideMm ?? 0)
  return {
    fromTurnDeg: (from * 180) / Math.PI,
    toTurnDeg: (to * 180) / Math.PI,
    vMm: null,
    blankAt: (turnDeg) => {
      const share = shareAt(radians(turnDeg))
      const mixed = (a: number, b: number | undefined): number => (b === undefined ? a : a + share * (b - a))
      const radiusMm = mixed(start?.radiusMm ?? 0, end?.radiusMm)
      const turn = from + share * (to - from)
      const besideMm = isPress
        ? mixed(start?.besideMm ?? 0, end?.besideMm)
        : own.zoneMm - (turn / (first?.turn ?? 1)) * shortening
      const { inside, outside } = blankFaces(model, {
        bend: planned.bendIndex,
        radiusMm,
        headings: isFlapBehind ? [turn, 0] : [0, turn],
        besideMm: isFlapBehind ? [besideMm, 0] : [0, besideMm],
        side: gauged,
        valueAt: (other) => forest.valueAt(mask, other),
      })
      const placed = (face: readonly FaceCorner[]): FaceCorner[] => {
        const standing = lifted(face, isFlapBehind ? flapMm + beyondMm : 0, radiusMm + thicknessMm)
        // folded down, everything is upside down about the middle of the sheet
        return isUp ? standing : standing.map(({ x, y, bulge }) => ({ x, y: thicknessMm - y, bulge: 0 - bulge }))
      }
      return own.sign === 1
        ? { faceA: placed(outside), faceB: placed(inside) }
        : { faceA: placed(inside), faceB: placed(outside) }
    },
    partsAt: (turnDeg): PicturePart[] => {
      const turn = isPress ? 0 : radians(turnDeg)
      const share = isPress ? 1 - shareAt(radians(turnDeg)) : 0
      const centre = { x: 0, y: (isUp ? 1 : -1) * ((first?.radiusMm ?? 0) + (isUp ? thicknessMm : 0)) }
      const openMm = isPress ? Math.min(machine.clampOpeningMm, 20) * share : 0
      return [
        { part: 'table', outline: outlines.table },
        { part: 'clamp', outline: moved(outlines.clamp, 0, thicknessMm + openMm) },
        { part: 'folding_beam', outline: swung(outlines.beam, centre, isUp ? 0 - turn : turn) },
        ...(isPress
          ? []
          : [{ part: 'gauge' as const, outline: moved(outlines.gauge, planned.gauge.xMm - own.zoneMm / 2, 0) }]),
      ]
    },
    nearest: () => null,
  }
}

const moved = (outline: Outline, xMm: Mm, yMm: Mm): Outline => outline.map(({ x, y }) => ({ x: x + xMm, y: y + yMm }))

function swung(outline: Outline, centre: { readonly x: Mm; readonly y: Mm }, turn: number): Outline {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return outline.map(({ x, y }) => {
    const [dx, dy] = [x - centre.x, y - centre.y]
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
  })
}
