// Where it is set, the sheet at the brake is marked as bent by its last piece, whoever counts that. Touches what it is handed.
import type { Outbox, Sheet } from '../outbox/index.ts'

export interface MarkingParts {
  /** Whose program is loaded; null: none, or a person marks. */
  readonly sheet: () => Sheet | null
  readonly workOf: Outbox['work']['workOf']
  /** Whether it is marked now; never rejects. */
  readonly markBent: (sheet: Sheet) => Promise<boolean>
}

/** A mark that a person takes back stays so: only one more piece, or a try that failed, is a reason to mark. */
export function markingByItself({ sheet, workOf, markBent }: MarkingParts) {
  let before: { sheetId: string; done: number } | null = null
  let isDue = false
  let isMarking = false

  const mark = async (at: Sheet): Promise<void> => {
    isMarking = true
    const isMarked = await markBent(at)
    isMarking = false
    if (isMarked) isDue = false
  }
  const look = (triesAgain: boolean): void => {
    const at = sheet()
    if (at === null) {
      before = null
      return
    }
    const { pieces, complete, stop } = workOf(at)
    const done = pieces.reduce((sum, piece) => sum + piece.done, 0)
    const isSame = before?.sheetId === at.id
    const isMore = isSame && done > (before?.done ?? 0)
    before = { sheetId: at.id, done }
    isDue = complete && stop !== 'already_marked' && stop !== 'already_bent' && (isMore || (isSame && isDue))
    if (!isDue || isMarking || stop !== null || !(isMore || triesAgain)) return
    void mark(at)
  }
  return {
    /** The link's state has changed, which it does some times a second. */
    counted: (): void => look(false),
    /** Pieces, reports or marks have changed: what failed before may go now. */
    workChanged: (): void => look(true),
  }
}
