// Everything that a plan depends on, as one text: the same content gives the same text, in whatever order its keys were read. Pure.
import { memoized } from '../../base/memoized.ts'
import type { PlanRequest } from './plan-request.ts'

/** The model of this folder: plans of another version are discarded. */
const modelVersion = 12

const texts = new WeakMap<PlanRequest, string>()

/** Includes the version of the model. The text is kept for each request object, so a request must not change. */
export const inputsText = (request: PlanRequest): string =>
  memoized(texts, request, () => canonical({ modelVersion, ...request }))

function canonical(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const rows: string[] = []
    const entries = new Map<string, unknown>(Object.entries(value))
    for (const key of [...entries.keys()].toSorted()) {
      const one = entries.get(key)
      if (one !== undefined) rows.push(`${JSON.stringify(key)}:${canonical(one)}`)
    }
    return `{${rows.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
