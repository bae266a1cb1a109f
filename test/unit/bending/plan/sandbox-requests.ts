// The sheets of the sandbox at its machines, as the planner is asked for them.
import type { Machine } from '../../../../shared/bending/fit/index.ts'
import { allowancesOfLines } from '../../../../shared/bending/index.ts'
import type { PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { sandboxSheets } from '../../drawing/sandbox-sheets.ts'
import { tables } from '../fit/shipped-workshop.ts'

export interface SandboxRequest {
  readonly id: string
  readonly hasHem: boolean
  readonly request: PlanRequest
}

export function sandboxRequests(machine: Machine): SandboxRequest[] {
  return sandboxSheets().map(({ id, profile, unfolding, lengthMm, pieces }) => {
    const { thicknessMm, flanges, bends } = profile
    const shape = { thicknessMm, flanges, bends }
    const allowancesMm = allowancesOfLines(shape, unfolding.bendLines)
    const material = tables.materials.materials.find((one) => one.material === profile.material) ?? null
    const lengths = pieces.flatMap((piece) => [piece.lengthMm, piece.endLengthMm ?? piece.lengthMm])
    const request: PlanRequest = {
      profile: shape,
      ...(allowancesMm === null ? {} : { neutral: { allowancesMm } }),
      lengthMm: Math.max(lengthMm, ...lengths),
      material,
      machine,
      tools: tables.tools,
    }
    return { id, hasHem: bends.some(({ hem }) => hem !== null), request }
  })
}
