// Reads JSON text of the cache's tables back through a schema. Pure.
import type * as z from 'zod'

/** This program did not write the row: the file counts as damaged. */
export class UnreadableRowError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRowError'
  }
}

/** Throws UnreadableRowError for text that does not match the schema. */
export function parseStored<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(json(text))
  if (parsed.success) return parsed.data
  throw new UnreadableRowError(parsed.error.message)
}

/** The rows of a statement, each through a schema. */
export function rows<T>(schema: z.ZodType<T>, values: readonly unknown[]): T[] {
  return values.map((value) => row(schema, value))
}

export function row<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new UnreadableRowError(parsed.error.message)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRowError('a stored text is not JSON')
  }
}
