// What an error says, for a result that a person reads.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
