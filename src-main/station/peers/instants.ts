// Moments as the screens get them. Pure.
export const instantOf = (ms: number): string => new Date(ms).toISOString()
export const maybeInstant = (ms: number | null): string | null => (ms === null ? null : instantOf(ms))
