// A program as the ledger stores it. The stored format calls the included angle `angleDeg`, as it did when the first program was
// stored: programs of earlier versions of the app are read back, and the same figures have the same content hash. Pure.
import { hash } from 'node:crypto'
import * as z from 'zod'
import { brakeProgramView, brakeStepView, planStepKind } from '../../../shared/station-api/index.ts'
import type { BrakeProgram } from '../../brake/index.ts'

const storedStep = brakeStepView
  .omit({ includedDeg: true })
  .extend({ angleDeg: z.number() })
  // programs from before bend plans do not state these
  .extend({
    punchName: z.string().nullable().default(null),
    kind: planStepKind.default('bend'),
    faceUp: z.enum(['A', 'B']).default('B'),
    punchTurned: z.boolean().default(false),
    station: z.int().default(1),
    setUp: z.int().default(1),
    strokes: z.int().default(1),
    gaugeLevelMm: z.number().default(0),
    retractMm: z.number().default(0),
    springbackDeg: z.number().nullable().default(null),
    gaugeCorrectionMm: z.number().default(0),
  })
  .transform(({ angleDeg, ...step }) => ({ ...step, includedDeg: angleDeg }))

const storedProgram = brakeProgramView.omit({ hash: true }).extend({ steps: z.array(storedStep).min(1) })

export function storedText(program: BrakeProgram): string {
  // the first set-up is not stored, so that programs from before set-ups keep their content hash
  const steps = program.steps.map(({ stepNo, bend, direction, includedDeg, gaugeCorrectionMm, setUp, ...step }) => ({
    stepNo,
    bend,
    direction,
    angleDeg: includedDeg,
    ...step,
    // without a correction the text is that of programs from before corrections of the gauge
    ...(gaugeCorrectionMm === 0 ? {} : { gaugeCorrectionMm }),
    ...(setUp === 1 ? {} : { setUp }),
  }))
  return JSON.stringify({ ...program, steps })
}

/** Throws where the text is not a stored program. */
export const readStoredProgram = (text: string): BrakeProgram => storedProgram.parse(JSON.parse(text))

/** Covers everything but the version: equal for the same figures of the same piece of the same drawing. */
export const contentHash = (program: BrakeProgram): string =>
  hash('sha256', storedText({ ...program, version: 0 }), 'hex')
