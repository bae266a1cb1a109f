// Whether the station's store rejected the last write: the disk is full or faulty.
import type { CallError, CallName } from '../../shared/station-api/index.ts'
import { Slice } from '../store/slice.ts'

/** Calls that write no mark and no count: their success does not show that the store works. */
const callsWithoutWrite: ReadonlySet<CallName> = new Set([
  'brake.choose',
  'export.cancel',
  'export.start',
  'handover.read',
  'sync.now',
])

export class StorageRefusal {
  /** True until the store accepts a write again. */
  readonly isActive = new Slice(false)

  /** Receives the result of each call; `error` null: it succeeded. */
  onCallEnded(name: CallName, error: CallError | null): void {
    const isActive = this.isActive.value
    this.isActive.set(
      error === null ? isActive && callsWithoutWrite.has(name) : isActive || error.code === 'not_stored',
    )
  }
}
