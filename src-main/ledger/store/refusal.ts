// Why the ledger refuses an act: a rule of the work, or an error of SQLite or the disk. Pure.
import { failed, type Failed } from '../../../shared/base/result.ts'

/** Nothing was stored. The screen must show an alarm. */
export interface NotStored {
  code: 'not_stored'
  message: string
}

export type Refusal<Code extends string> = { code: Code } | NotStored

export const refused = <Code extends string>(code: Code): Failed<{ code: Code }> => failed({ code })

/** Runs `act`. Returns SQLite's error as a refusal, and throws any other error. */
export function catchStorageError<T>(act: () => T): T | Failed<NotStored> {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))
      return failed({ code: 'not_stored', message: `${String(error.code)}: ${error.message}` })
    throw error
  }
}
