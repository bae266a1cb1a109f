// The limit of a list that is read whole. Pure.

/** Rows; SQLite takes it as an integer of 64 bits. */
export const noLimit = Number.MAX_SAFE_INTEGER
