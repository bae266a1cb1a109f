// Sets the fake station to steps at the machine: a plan, its program, and what the brake reports about it.
import { plainBend } from '../../../../src-main/brake/program/program.ts'
import type { PlanStep } from '../../../../shared/bending/plan/index.ts'
import type { BrakeFault, BrakePreview, BrakeStepView, BrakeView } from '../../../../shared/station-api/index.ts'
import { planAt } from '../fake-station/fake-bend-plans.ts'
import type { FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { loaded, ready, workOnPiece } from './brake-scenes.ts'

/** A cap with a slope, two drip edges and a leg that stands up at the last bend. */
export const capSheet = idOf('parapetbeslag-01')
export const capOfFolder = idOf('parapetbeslag-02')

/** The steps that the planner finds; the sheet has a plan after this. */
function plannedSteps(station: FakeStation, sheetId: string, machine: string): readonly PlanStep[] {
  planAt(station, sheetId, machine)
  const answer = station.work.bendPlans.get(sheetId)?.answer
  const plan = answer?.kind === 'works' || answer?.kind === 'not_known' ? answer.plan : null
  if (plan === null || plan === undefined) throw new Error(`no plan for ${sheetId} at ${machine}: ${answer?.kind}`)
  return plan.steps
}

const programStep = (step: PlanStep, isUp: boolean, index: number): BrakeStepView => ({
  ...plainBend,
  stepNo: index + 1,
  bend: step.bendIndex + 1,
  direction: isUp ? 'up' : 'down',
  includedDeg: step.includedDeg,
  correctionDeg: index === 1 ? -1.5 : 0,
  gaugeMm: step.gauge.xMm,
  edge: step.pose.edgeAtGauge,
  flipped: step.handling.startsWith('flip'),
  turned: step.handling.endsWith('half_turn'),
  lengthMm: 2500,
  thicknessMm: 1,
  material: 'aluminium',
  toolName: step.dieId ?? step.hemmingToolId ?? 'Knekkemaskin 1',
  punchName: step.punchId,
  punchTurned: step.punchTurned,
  kind: step.kind,
  faceUp: step.pose.faceUp,
  gaugeLevelMm: step.gauge.levelMm,
  retractMm: step.gauge.retractMm,
  springbackDeg: step.overTurnDeg - step.turnDeg,
})

/** The program of the plan, with a correction of its second step. */
function programOf(station: FakeStation, sheetId: string, steps: readonly PlanStep[]): BrakePreview {
  const bends = station.sheets.get(sheetId)?.sheet?.profile.bends ?? []
  const isUp = ({ bendIndex }: PlanStep): boolean => (bends[bendIndex]?.angleDeg ?? 0) > 0
  const second = steps[1]
  return {
    kind: 'program',
    program: {
      sheetId,
      name: 'T-000002-1',
      drawingVersion: 1,
      drawingHash: 'ab12',
      pieceNo: 1,
      hand: null,
      version: 1,
      steps: steps.map((step, index) => programStep(step, isUp(step), index)),
      hash: 'seen',
    },
    gauges: [],
    bends: steps.map(({ bendIndex, includedDeg }) => ({ bend: bendIndex + 1, includedDeg })),
    corrections:
      second === undefined
        ? []
        : [
            {
              bend: second.bendIndex + 1,
              correctionDeg: -1.5,
              alike: 1,
              basedOn: [
                {
                  includedDeg: second.includedDeg,
                  correctionDeg: -1.5,
                  measuredDeg: second.includedDeg + 1.5,
                  by: 'KN',
                  station: null,
                  correctedAt: '2026-11-23T08:12:00Z',
                },
              ],
            },
          ],
    isOwnOrder: false,
    unsent: [],
    notKnown: null,
  }
}

/** The brake with the program of the cap, at a step from 1. */
export const capLoaded = (steps: number, change: Partial<NonNullable<BrakeView['loaded']>> = {}) => ({
  ...loaded,
  sheetId: capSheet,
  steps,
  corrections: [],
  sentAt: new Date(Date.now() - 7 * 60_000).toISOString(),
  countedPieces: 2,
  donePieces: 2,
  wantedPieces: 12,
  ...change,
})

/** The planned cap with its program, which is not sent yet. */
export function capLinked(station: FakeStation): readonly PlanStep[] {
  const steps = plannedSteps(station, capSheet, 'Kantpresse 1')
  station.program = programOf(station, capSheet, steps)
  station.pushBrake(ready)
  return steps
}

export const capAtStep =
  (step: number | null, change: Partial<BrakeView> = {}) =>
  (station: FakeStation): void => {
    const steps = capLinked(station)
    station.pushBrake({
      ...ready,
      state: 'verified',
      loaded: capLoaded(steps.length),
      readings: {
        readAt: '2026-11-23T08:12:00Z',
        isRunning: false,
        isSafe: true,
        step,
        counter: 6,
        counterUnit: 'pieces',
      },
      ...change,
    })
  }

export const capAlarmed = capAtStep(2, { state: 'alarm', alarms: [{ code: 2, text: 'light curtain' }] })

const wrongReadBack: BrakeFault = {
  code: 'mismatch',
  message: 'the program in the controller differs from the sent one at step 2',
  address: 20,
  occurredAt: '2026-11-23T08:12:00Z',
}

/** The controller does not have what was sent to it. */
export function capReadBackWrong(station: FakeStation): void {
  capLinked(station)
  station.pushBrake({ ...ready, fault: wrongReadBack, workFault: wrongReadBack })
}

/** The brake makes the sheet; somebody has reported its drawing. */
export function capDrawingWrong(station: FakeStation): void {
  capAtStep(2)(station)
  const work = workOnPiece(capSheet, { done: 2, wantedPieces: 12, lengthMm: 2500 })
  station.work.work.set(capSheet, { ...work, stop: 'drawing_wrong' })
  station.pushChanges()
}

export const otherLoaded = (station: FakeStation): void =>
  capAtStep(2, { loaded: capLoaded(4, { sheetId: idOf('u_profil-02') }) })(station)

export const capFinished = (station: FakeStation): void =>
  station.pushBrake({ ...station.brake, loaded: capLoaded(4, { countedPieces: 12, donePieces: 12 }) })

/** No brake: the steps of the plan. */
export const capByHand = (station: FakeStation): void => void plannedSteps(station, capSheet, 'Kantpresse 1')

export const folderByHand = (station: FakeStation): void => void plannedSteps(station, capOfFolder, 'Knekkemaskin 1')
