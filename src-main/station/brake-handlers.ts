// What the calls about the brake do. A refusal is a CallError with its code.
import {
  CallError,
  type BrakePreview,
  type BrakeView,
  type CallIn,
  type CallName,
  type Station,
} from '../../shared/station-api/index.ts'
import type { Acted, Session } from '../brake/session/index.ts'
import type { Outbox, Sheet } from '../outbox/index.ts'
import { readOnlyBecause } from './brake-view.ts'

type BrakeCall = Exclude<Extract<CallName, `brake.${string}`>, 'brake.choose'>
export type BrakeHandlers = Pick<Station['handlers'], BrakeCall>

export interface BrakeHandlerParts {
  readonly session: Session
  readonly outbox: Pick<Outbox, 'work' | 'operators'>
  readonly view: () => BrakeView
  /** Throws CallError where it is not here, or its drawing is another. */
  readonly sheetShown: (sheetId: string, drawingVersion: number) => Sheet
  readonly readAnew: (sheetId: string) => Promise<void>
  /** Whether the controller's file was proven on this machine, as it is kept now. */
  readonly isProven: () => boolean
  readonly preview: (sheet: Sheet, pieceNo: number) => BrakePreview
  /** Throws CallError where it makes no sense. */
  readonly correct: (sheet: Sheet, asked: CallIn<'brake.correct'>) => void
}

export function brakeHandlers(parts: BrakeHandlerParts): BrakeHandlers {
  const { session, outbox, view, sheetShown } = parts

  const mayAct = (operatorId: string | null): void => {
    if (operatorId !== null && outbox.operators.find(operatorId)?.active !== true)
      throw new CallError('operator_unknown', `there is no operator ${operatorId} to choose`)
  }
  const mayBeSent = (sheet: Sheet, operatorId: string | null): void => {
    const stop = outbox.work.stopOfWork(sheet)
    if (stop !== null) throw new CallError(stop, `nothing of the sheet may be sent: ${stop}`)
    mayAct(operatorId)
  }
  /** What is not finished is let go by a person first; the same piece may be sent anew, with a correction say. */
  const mayReplaceLoaded = (sheet: Sheet, pieceNo: number): void => {
    const { loaded } = view()
    if (loaded === null || (loaded.sheetId === sheet.id && loaded.pieceNo === pieceNo)) return
    if (loaded.waitsForPerson)
      throw new CallError(
        'brake_asks_first',
        `whether piece ${loaded.pieceNo} of sheet ${loaded.sheetId} is still loaded`,
      )
    if (loaded.done < loaded.wanted)
      throw new CallError('brake_has_another', `piece ${loaded.pieceNo} of sheet ${loaded.sheetId} is not finished`)
  }
  const acted = (result: Acted): BrakeView => {
    if (result.ok) return view()
    throw result.code === 'program_unknown'
      ? new CallError('program_unknown', 'this program is not what is loaded')
      : new CallError('brake_not_ready', `the brake is ${session.state().state}`)
  }

  return {
    'brake.read': () => {
      parts.isProven()
      return view()
    },
    'brake.preview': ({ sheetId, drawingVersion, pieceNo }) =>
      parts.preview(sheetShown(sheetId, drawingVersion), pieceNo),
    'brake.correct': (asked) => {
      const sheet = sheetShown(asked.sheetId, asked.drawingVersion)
      mayAct(asked.operatorId)
      kept(() => parts.correct(sheet, asked))
      return parts.preview(sheet, asked.pieceNo)
    },
    'brake.send': async ({ sheetId, drawingVersion, pieceNo, hash, operatorId }) => {
      const because = readOnlyBecause(session.capabilities(), parts.isProven())
      if (because === 'not_commissioned') throw new CallError('brake_not_commissioned', 'its file is not proven here')
      if (because !== null) throw new CallError('brake_read_only', because)
      await parts.readAnew(sheetId)
      const sheet = sheetShown(sheetId, drawingVersion)
      mayBeSent(sheet, operatorId)
      mayReplaceLoaded(sheet, pieceNo)
      const preview = parts.preview(sheet, pieceNo)
      if (preview.kind === 'refused') throw new CallError('program_refused', preview.message)
      const { hash: now, ...program } = preview.program
      if (now !== hash) throw new CallError('program_changed', 'the program is not the one that was shown')
      return acted(kept(() => session.send(program, operatorId)))
    },
    'brake.cancel': () => {
      session.cancel()
      return view()
    },
    'brake.resume': async ({ programId, operatorId }) => acted(await session.resume(programId, operatorId)),
    'brake.let_go': ({ programId }) => acted(kept(() => session.letGo(programId))),
    'brake.retry': () => {
      session.retry()
      return view()
    },
  }
}

/** What the calls do where there is no line: `view` says why. */
export function unlinkedBrake(view: BrakeView): BrakeHandlers {
  const notLinked = (): never => {
    throw view.link === null
      ? new CallError('brake_not_linked', 'this station is linked to no brake')
      : new CallError('brake_not_ready', view.fault?.message ?? 'the link cannot be used')
  }
  return {
    'brake.read': () => view,
    'brake.preview': notLinked,
    'brake.correct': notLinked,
    'brake.send': notLinked,
    'brake.cancel': notLinked,
    'brake.resume': notLinked,
    'brake.let_go': notLinked,
    'brake.retry': notLinked,
  }
}

function kept<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))
      throw new CallError('not_stored', error.message)
    throw error
  }
}
