// Which sheets the cache must not forget, for the cache and for sync. Types only.

/** True for a sheet that must stay in the cache although no list has it: it has an undelivered mark, or an open or paused job. */
export type MustKeepSheet = (sheetId: string) => boolean
