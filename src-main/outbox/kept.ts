// What the disk would not take is a refusal with its reason, not an exception: a person must see that nothing was kept. Pure.

/** Nothing was kept, and somebody must be told loudly. */
export interface NotStored {
  ok: false
  code: 'not_stored'
  message: string
}

/** Runs it; an error of SQLite's becomes a refusal, any other is thrown. */
export function kept<T>(act: () => T): T | NotStored {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))
      return { ok: false, code: 'not_stored', message: `${String(error.code)}: ${error.message}` }
    throw error
  }
}
