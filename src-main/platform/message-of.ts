// The message of an error, for a result that a person reads. Pure.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
