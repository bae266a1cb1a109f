// The question before a call at which another station works on the same sheet: the call waits for the person's answer.
import type { CallErrorCode, CallName } from '../../shared/station-api/index.ts'
import { Slice } from '../store/slice.ts'

/** Why a person is asked. */
export type OthersReason = Extract<CallErrorCode, 'in_work_elsewhere' | 'marked_elsewhere'>

/** The calls that ask first if another station works on the sheet. */
const askingCalls: ReadonlySet<CallName> = new Set<CallName>(['mark.create', 'count.book', 'brake.send'])

export interface OpenQuestion {
  readonly reason: OthersReason
  readonly sheetId: string
  readonly answer: (continues: boolean) => void
}

export const othersReason = (name: CallName, code: CallErrorCode): OthersReason | null =>
  askingCalls.has(name) && (code === 'in_work_elsewhere' || code === 'marked_elsewhere') ? code : null

export class OthersQuestion {
  /** Null: nobody is asked. */
  readonly question = new Slice<OpenQuestion | null>(null)

  /** Resolves with whether the person continues. A question that is open already is answered with no. */
  ask(reason: OthersReason, sheetId: string): Promise<boolean> {
    this.question.value?.answer(false)
    return new Promise((resolve) => {
      this.question.set({
        reason,
        sheetId,
        answer: (continues) => {
          this.question.set(null)
          resolve(continues)
        },
      })
    })
  }
}
