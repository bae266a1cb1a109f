// The workshop's dies, punches and hemming tools: as the station API carries them, and as the file writes them. The file calls the
// included angle of a tool `angleDeg`. Pure: uses only zod.
import * as z from 'zod'
import { explainedBy } from './file-problem.ts'

const mm = z.number().positive()
const angle = z.number().positive().max(180)
const id = z.string().min(1)
const loadKnPerM = z.number().positive()

const dieFields = { id, vMm: mm, heightMm: mm, loadKnPerM }
const punchFields = { id, radiusMm: mm, heightMm: mm, loadKnPerM }
const hemmingToolFields = { id, vMm: mm, maxThicknessMm: mm, loadKnPerM }

/** The file's name of the angle into our own. */
const withIncludedDeg = <Tool extends { readonly angleDeg: number }>({ angleDeg, ...tool }: Tool) => ({
  ...tool,
  includedDeg: angleDeg,
})
const inFile = { angleDeg: angle }

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

export const tooling = z.strictObject({
  source,
  dies: z.array(z.strictObject({ ...dieFields, includedDeg: angle })).readonly(),
  punches: z.array(z.strictObject({ ...punchFields, includedDeg: angle })).readonly(),
  hemmingTools: z.array(z.strictObject({ ...hemmingToolFields, includedDeg: angle })).readonly(),
})

export const toolingFile = z
  .strictObject({
    source,
    dies: z.array(z.strictObject({ ...dieFields, ...inFile }).transform(withIncludedDeg)),
    punches: z.array(z.strictObject({ ...punchFields, ...inFile }).transform(withIncludedDeg)),
    hemmingTools: z.array(z.strictObject({ ...hemmingToolFields, ...inFile }).transform(withIncludedDeg)),
  })
  .superRefine(hasUniqueIds)
