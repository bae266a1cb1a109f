// Everything that a plan depends on, as one text: the same content gives the same text, in whatever order its keys were read. Pure.
import type { PlanRequest } from './plan-request.ts'

/** The model of this folder: plans of another version are discarded. */
const modelVersion = 1

export const inputsText = (request: PlanRequest): string => canonical({ modelVersion, ...request })

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const rows = Object.entries(value).filter(([, one]) => one !== undefined)
    rows.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${rows.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
