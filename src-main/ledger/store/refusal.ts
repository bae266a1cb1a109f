// Why the ledger refuses an act: a rule of the work, or an error of SQLite or the disk. Pure.
import { failed, type Failed } from '../../../shared/base/result.ts'
import { faultMessage, isStorageFault } from '../../platform/disk-fault.ts'

/** Nothing was stored. The screen must show an alarm. */
export interface NotStored {
  code: 'not_stored'
  message: string
  /** The error of SQLite or the disk. */
  fault: unknown
}

export type Refusal<Code extends string> = { code: Code } | NotStored

export const refused = <Code extends string>(code: Code): Failed<{ code: Code }> => failed({ code })

/** Runs `act`. Returns an error of the disk as a refusal, and throws any other error, also one of a value that SQLite refuses. */
export function catchStorageError<T>(act: () => T): T | Failed<NotStored> {
  try {
    return act()
  } catch (error) {
    if (isStorageFault(error)) return failed({ code: 'not_stored', message: faultMessage(error), fault: error })
    throw error
  }
}
