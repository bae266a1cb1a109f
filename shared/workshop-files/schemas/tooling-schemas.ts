// The workshop's dies, punches and hemming tools: as the station API carries them, and as the file writes them. The file calls the
// included angle of a tool `angleDeg`. Pure: uses only zod.
import * as z from 'zod'
import { slotBack } from '../../bending/fit/index.ts'
import type { HemmingTool, Outline } from '../../bending/fit/index.ts'
import { explainedBy } from './file-problem.ts'
import { checkSeat, inEnglish, outline, outlineInFile } from './outline-schemas.ts'
import type { OutlineSchema } from './outline-schemas.ts'

const mm = z.number().positive()
const angle = z.number().positive().max(180)
const id = z.string().min(1)
const loadKnPerM = z.number().positive()

/** The drawing from which the outline was imported, beside the file. */
const drawing = z.strictObject({ file: z.string().min(1), sha256: z.string().min(1) }).optional()

const dieFields = (outlineOf: OutlineSchema) => ({
  id,
  vMm: mm,
  heightMm: mm,
  loadKnPerM,
  shoulderRadiusMm: z.number().min(0).optional(),
  outline: outlineOf('die').optional(),
  drawing,
})
const punchFields = (outlineOf: OutlineSchema) => ({
  id,
  heightMm: mm,
  loadKnPerM,
  turnable: z.boolean().optional(),
  outline: outlineOf('punch').optional(),
  drawing,
})
const hemmingToolFields = (outlineOf: OutlineSchema) => ({
  id,
  vMm: mm,
  maxThicknessMm: mm,
  loadKnPerM,
  outline: outlineOf('hemmingTool').optional(),
  drawing,
  closing: z
    .strictObject({ kind: z.enum(['slot', 'bars']), depthMm: mm, widthMm: mm, outline: outlineOf('closing') })
    .optional(),
})

/** The file's name of the angle into our own. */
const withIncludedDeg = <Tool extends { readonly angleDeg: number }>({ angleDeg, ...tool }: Tool) => ({
  ...tool,
  includedDeg: angleDeg,
})
const inFile = { angleDeg: angle }

interface PunchInFile {
  readonly tipRadiusMm?: number | undefined
  readonly radiusMm?: number | undefined
}

/** Older files call the tip radius `radiusMm`. */
function withTipRadius<Punch extends PunchInFile>({ radiusMm, ...punch }: Punch, context: z.RefinementCtx) {
  const tipRadiusMm = punch.tipRadiusMm ?? radiusMm
  if (tipRadiusMm === undefined || (punch.tipRadiusMm !== undefined && radiusMm !== undefined)) {
    const why = tipRadiusMm === undefined ? explainedBy('missing') : explainedBy('twice', { what: 'tipRadiusMm' })
    const message = tipRadiusMm === undefined ? 'is missing' : 'occurs twice: radiusMm is its older name'
    context.addIssue({ code: 'custom', path: ['tipRadiusMm'], message, params: why })
    return z.NEVER
  }
  return { ...punch, tipRadiusMm }
}

/** Reports an outline that overlaps the holder of its tool. */
const reachesSeat =
  (side: 'above' | 'below') =>
  (tool: { readonly heightMm: number; readonly outline?: Outline | undefined }, context: z.RefinementCtx): void => {
    if (tool.outline !== undefined) checkSeat(tool.heightMm, tool.outline, side, context)
  }

/** Reports a closing outline without a slot: no upright edge is as high as the slot is wide. */
function hasSlot({ closing }: Pick<HemmingTool, 'closing'>, context: z.RefinementCtx): void {
  if (closing === undefined || slotBack(closing) !== null) return
  const params = { widthMm: closing.widthMm }
  context.addIssue({
    code: 'custom',
    path: ['closing', 'outline'],
    message: inEnglish('closing_without_slot', params),
    params: explainedBy('closing_without_slot', params),
  })
}

interface ToolLists {
  readonly dies: readonly { readonly id: string }[]
  readonly punches: readonly { readonly id: string }[]
  readonly hemmingTools: readonly { readonly id: string }[]
}

/** Machines name a tool by its id, so an id is used once over all three lists. */
function hasUniqueIds(tools: ToolLists, context: z.RefinementCtx): void {
  const ids = new Set<string>()
  for (const kind of ['dies', 'punches', 'hemmingTools'] as const) {
    for (const [index, tool] of tools[kind].entries()) {
      if (ids.has(tool.id))
        context.addIssue({
          code: 'custom',
          path: [kind, index, 'id'],
          message: `"${tool.id}" is used twice`,
          params: explainedBy('twice', { what: tool.id }),
        })
      ids.add(tool.id)
    }
  }
}

/** Who supplied the figures. */
const source = z.string().min(1)

const checkedOutline = () => outline

export const tooling = z.strictObject({
  source,
  dies: z.array(z.strictObject({ ...dieFields(checkedOutline), includedDeg: angle })).readonly(),
  punches: z.array(z.strictObject({ ...punchFields(checkedOutline), tipRadiusMm: mm, includedDeg: angle })).readonly(),
  hemmingTools: z.array(z.strictObject({ ...hemmingToolFields(checkedOutline), includedDeg: angle })).readonly(),
})

const dieInFile = z
  .strictObject({ ...dieFields(outlineInFile), ...inFile })
  .superRefine(reachesSeat('below'))
  .transform(withIncludedDeg)
const punchInFile = z
  .strictObject({ ...punchFields(outlineInFile), tipRadiusMm: mm.optional(), radiusMm: mm.optional(), ...inFile })
  .superRefine(reachesSeat('above'))
  .transform(withTipRadius)
  .transform(withIncludedDeg)
const hemmingToolInFile = z
  .strictObject({ ...hemmingToolFields(outlineInFile), ...inFile })
  .superRefine(hasSlot)
  .transform(withIncludedDeg)

export const toolingFile = z
  .strictObject({
    source,
    dies: z.array(dieInFile),
    punches: z.array(punchInFile),
    hemmingTools: z.array(hemmingToolInFile),
  })
  .superRefine(hasUniqueIds)
