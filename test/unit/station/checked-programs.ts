// The programs that leave the station, given to the second checker with the figures of their steps alone.
import type { Machine } from '../../../shared/bending/fit/index.ts'
import { planNow } from '../../../shared/bending/plan/index.ts'
import type { BendProfile } from '../../../shared/bending/index.ts'
import { signedTurnDegOf } from '../../../shared/bending/index.ts'
import { bendingSheet } from '../../../shared/workshop-api/index.ts'
import { stepFieldNames } from '../../../src-main/brake/maps/map-fields.ts'
import type { Sheet } from '../../../src-main/ledger/index.ts'
import { planRequestOf } from '../../../src-main/station/bend-plans/index.ts'
import { previewOf } from '../../../src-main/station/brake/brake-program.ts'
import { tables } from '../bending/fit/shipped-workshop.ts'
import { programSteps } from '../bending/plan/second-checker/program-steps.ts'
import { sampledHits } from '../bending/plan/second-checker/sampled-check.ts'
import { sandboxSheets } from '../drawing/sandbox-sheets.ts'
import { sampleSheet } from '../ledger/sample-sheet.ts'
import { brakeId, sourcesFor, storedSheet } from './brake-sources.ts'

export interface CheckedPrograms {
  /** What the second checker finds in programs, and what they contradict. */
  readonly faults: readonly string[]
  readonly programs: number
  readonly refused: number
}

/** `everyDeg` is the step of the angle. */
export function checkPrograms(sheets: readonly Sheet[], machine: Machine, everyDeg: number): CheckedPrograms {
  const faults: string[] = []
  let programs = 0
  for (const sheet of sheets) {
    const request = planRequestOf(sheet, machine, tables, null)
    if (!request.ok) throw new Error(request.error.message)
    const plan = planNow(request.value.request)
    const preview = previewOf(
      {
        ...sourcesFor(sheet, [], { plan, planRequest: request.value.request, stepFields: stepFieldNames }),
        machine: { pressBrakeId: brakeId, name: machine.name, kind: machine.kind, machine },
      },
      { sheet, pieceNo: sheet.pieces[0]?.pieceNo ?? 1, drawingVersion: sheet.drawingVersion },
    )
    if (preview.kind === 'refused') continue
    programs += 1
    if (!plan.ok || plan.value.kind === 'impossible') {
      faults.push(`${sheet.id}: a program without a plan`)
      continue
    }
    const flattenings = (plan.value.plan?.steps ?? []).filter(({ kind }) => kind === 'flatten')
    const slots = new Map(flattenings.map(({ bendIndex, gauge }) => [bendIndex + 1, gauge]))
    const { steps, contradictions } = programSteps(preview.program.steps, sheet.profile, machine, slots)
    const hits = sampledHits(request.value.request, steps, everyDeg)
    faults.push(...[...contradictions, ...hits].map((fault) => `${sheet.id}: ${fault}`))
  }
  return { faults, programs, refused: sheets.length - programs }
}

/** Every sheet of the sandbox as the station reads it. */
export const sandboxInStation = (): Sheet[] =>
  sandboxSheets().map(({ id, profile, unfolding, lengthMm, pieces, drawingVersion }) => {
    const checkedSheet = { drawingVersion, lengthMm, pieces, profile, unfolding, pressBrakeId: brakeId }
    return { ...bendingSheet.parse({ ...sampleSheet, ...checkedSheet }), id }
  })

/** Sheets of these profiles, named by them. */
export const sheetsOf = (profiles: readonly BendProfile[]): Sheet[] =>
  profiles.map(({ flanges, bends, thicknessMm }) => {
    const lengths = flanges.map(({ lengthMm }) => lengthMm)
    const turns = bends.map(signedTurnDegOf)
    const sheet = storedSheet({ flanges: lengths, turns, thicknessMm, radiusMm: bends[0]?.insideRadiusMm ?? 1 })
    return { ...sheet, id: `${lengths.join('/')} ${turns.join(' ')}` }
  })
