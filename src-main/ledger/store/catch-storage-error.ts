// Turns an error of SQLite or the disk into a refusal with its reason, so that a person sees that nothing was stored. Pure.

/** Nothing was stored. The screen must show an alarm. */
export interface NotStored {
  ok: false
  code: 'not_stored'
  message: string
}

/** Runs `act`. Returns SQLite's error as a refusal, and throws any other error. */
export function catchStorageError<T>(act: () => T): T | NotStored {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))
      return { ok: false, code: 'not_stored', message: `${String(error.code)}: ${error.message}` }
    throw error
  }
}
