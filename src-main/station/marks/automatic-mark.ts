// Marks the sheet at the brake as bent when its last piece is counted, where the settings ask for that. Pure.
import type { Ledger, Sheet } from '../../ledger/index.ts'

export interface AutomaticMarkParts {
  /** The sheet whose program is loaded; null: none, or only people make marks. */
  readonly sheet: () => Sheet | null
  readonly workOf: Ledger['work']['workOf']
  /** Resolves with whether the sheet is marked now, or a person is asked; never rejects. */
  readonly markBent: (sheet: Sheet) => Promise<boolean>
}

/**
 * A mark that a person undoes stays undone, and a person is asked once: only one more piece, or an attempt that failed, leads to another
 * mark or question.
 */
export class AutomaticMark {
  readonly #parts: AutomaticMarkParts
  #last: { sheetId: string; done: number } | null = null
  #isDue = false
  #isMarking = false

  constructor(parts: AutomaticMarkParts) {
    this.#parts = parts
  }

  /** The state of the brake's connection has changed, which happens several times a second. */
  handleBrakeChange(): void {
    this.#check({ retry: false })
  }

  /** Counts, reports or marks have changed: an attempt that failed before may succeed now. */
  handleWorkChange(): void {
    this.#check({ retry: true })
  }

  #check({ retry }: { retry: boolean }): void {
    const sheet = this.#parts.sheet()
    if (sheet === null) {
      this.#last = null
      return
    }
    const { pieces, complete, stop } = this.#parts.workOf(sheet)
    const done = pieces.reduce((sum, piece) => sum + piece.done, 0)
    const isSameSheet = this.#last?.sheetId === sheet.id
    const hasMorePieces = isSameSheet && done > (this.#last?.done ?? 0)
    this.#last = { sheetId: sheet.id, done }
    const isMarked = stop === 'already_marked' || stop === 'already_bent'
    this.#isDue = complete && !isMarked && (hasMorePieces || (isSameSheet && this.#isDue))
    if (!this.#isDue || this.#isMarking || stop !== null || !(hasMorePieces || retry)) return
    void this.#mark(sheet)
  }

  async #mark(sheet: Sheet): Promise<void> {
    this.#isMarking = true
    const isMarked = await this.#parts.markBent(sheet)
    this.#isMarking = false
    if (isMarked) this.#isDue = false
  }
}
