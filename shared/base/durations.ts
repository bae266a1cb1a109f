// Durations in milliseconds, the unit of all clocks and timers here. Pure.

/** ms */
export const minuteMs = 60_000
/** ms */
export const hourMs = 60 * minuteMs
/** ms; 24 hours, so not always one day of the calendar: `addDays` counts those. */
export const dayMs = 24 * hourMs
