// Collects changes of marks and sends them to the listeners after the current tick of the loop. Accesses nothing else.
import { Emitter } from '../../shared/base/emitter.ts'
import type { QueueView } from './outbox/index.ts'

export type LedgerChange = { kind: 'marks'; sheetIds: string[] } | { kind: 'queue'; queue: QueueView }

/** The caller that made a change gets its answer first: an operator waits for the disk, and for nothing else. */
export class ChangeNotifier {
  readonly #changes: Emitter<LedgerChange>
  readonly #afterMarks: () => void
  readonly #sheetIds = new Set<string>()
  #scheduled: NodeJS.Immediate | null = null
  #problem: string | null = null

  /** `afterMarks`: called after the listeners have received changed marks. `onError`: receives what a listener throws. */
  constructor({ afterMarks, onError }: { afterMarks: () => void; onError: (error: unknown) => void }) {
    this.#changes = new Emitter(onError)
    this.#afterMarks = afterMarks
  }

  get subscribe(): Emitter<LedgerChange>['subscribe'] {
    return this.#changes.subscribe
  }

  /** Why the last mark or drawing could not be stored, in the system's words; null: something was stored since. */
  get problem(): string | null {
    return this.#problem
  }

  setProblem(problem: string | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#schedule()
  }

  marksChanged(sheetIds: readonly string[]): void {
    for (const sheetId of sheetIds) this.#sheetIds.add(sheetId)
    this.#schedule()
  }

  /** Sent at once. */
  emit(change: LedgerChange): void {
    this.#changes.emit(change)
  }

  stop(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled)
  }

  #schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = null
      const sheetIds = [...this.#sheetIds]
      this.#sheetIds.clear()
      this.emit({ kind: 'marks', sheetIds })
      this.#afterMarks()
    })
  }
}
