// The steps of a program as the second checker reads them: the figures that leave the station, not those of the plan.
import type { Machine } from '../../../../../shared/bending/fit/index.ts'
import type { PlanStep } from '../../../../../shared/bending/plan/index.ts'
import type { BendProfile } from '../../../../../shared/bending/index.ts'
import { signedTurnDegOf } from '../../../../../shared/bending/index.ts'
import type { BrakeProgramView } from '../../../../../shared/station-api/index.ts'

type ProgramStep = BrakeProgramView['steps'][number]

export interface ProgramSteps {
  readonly steps: readonly PlanStep[]
  /** Where face, edge and handling of the program do not agree. */
  readonly contradictions: readonly string[]
}

/** `slots`: the gauge of each flattening, by its bend from 1. There the back of the slot is the stop, and the program has no figure for it. */
export function programSteps(
  program: readonly ProgramStep[],
  profile: BendProfile,
  machine: Machine,
  slots: ReadonlyMap<number, PlanStep['gauge']>,
): ProgramSteps {
  const rows = strokesTogether(program)
  return {
    steps: rows.map((row, index) => stepOf(row, rows[index - 1], machine, slots)),
    contradictions: contradictionsIn(program, profile, machine),
  }
}

/** The strokes of a bump row as one list, every other step as a list of its own. */
function strokesTogether(program: readonly ProgramStep[]): [ProgramStep, ...ProgramStep[]][] {
  const rows: [ProgramStep, ...ProgramStep[]][] = []
  for (const step of program) {
    const last = rows.at(-1)
    if (step.kind === 'bump' && last !== undefined && last[0].kind === 'bump' && last[0].bend === step.bend)
      last.push(step)
    else rows.push([step])
  }
  return rows
}

function stepOf(
  row: readonly [ProgramStep, ...ProgramStep[]],
  before: readonly [ProgramStep, ...ProgramStep[]] | undefined,
  machine: Machine,
  slots: ReadonlyMap<number, PlanStep['gauge']>,
): PlanStep {
  const [first, second] = row
  const turnDeg = row.reduce((sum, { includedDeg }) => sum + 180 - includedDeg, 0)
  const overTurnDeg = row.reduce((sum, step) => sum + 180 - step.includedDeg + (step.springbackDeg ?? 0), 0)
  const isHem = first.kind === 'pre_bend' || first.kind === 'flatten'
  const isFolder = machine.kind === 'folder'
  const flipped = first.flipped && before !== undefined
  return {
    kind: first.kind,
    bendIndex: first.bend - 1,
    pose: { faceUp: first.faceUp, edgeAtGauge: first.edge },
    handling: flipped ? (first.turned ? 'flip_and_half_turn' : 'flip') : first.turned ? 'half_turn' : 'none',
    direction: isFolder && machine.folds === 'both' ? first.direction : 'up',
    turnDeg,
    overTurnDeg,
    includedDeg: 180 - turnDeg,
    dieId: isFolder || isHem ? null : first.toolName,
    punchId: first.punchName,
    punchTurned: first.punchTurned,
    hemmingToolId: isFolder || !isHem ? null : first.toolName,
    station: first.station - 1,
    changesSetUp: false,
    gauge: (first.kind === 'flatten' ? slots.get(first.bend) : undefined) ?? {
      edge: first.edge,
      xMm: first.gaugeMm,
      levelMm: first.gaugeLevelMm,
      retractMm: first.retractMm,
      contact: 'edge',
      piece: { kind: 'flange', index: 0 },
    },
    heldMm: 0,
    hasShortGrip: false,
    clearance: null,
    strokes: row.length,
    pitchMm: second === undefined ? 0 : first.gaugeMm - second.gaugeMm,
  }
}

/** A press brake and a machine that folds up only bend upward: the face that is up follows from the bend. */
function contradictionsIn(program: readonly ProgramStep[], { bends }: BendProfile, machine: Machine): string[] {
  const bendsUpOnly = machine.kind === 'press_brake' || machine.folds === 'up'
  return program.flatMap((step, index): string[] => {
    const { stepNo, bend, faceUp, edge, flipped, turned } = step
    const before = program[index - 1]
    const bendProfile = bends[bend - 1]
    const wrong: string[] = []
    if (bendsUpOnly && bendProfile !== undefined && faceUp !== (signedTurnDegOf(bendProfile) > 0 ? 'B' : 'A'))
      wrong.push(`step ${stepNo} has face ${faceUp} up`)
    if (flipped !== (before !== undefined && before.faceUp !== faceUp)) wrong.push(`step ${stepNo}: flipped ${flipped}`)
    const otherEdge = before !== undefined && before.edge !== edge
    if (otherEdge !== (flipped !== turned)) wrong.push(`step ${stepNo}: edge ${edge}, turned ${turned}`)
    return wrong
  })
}
