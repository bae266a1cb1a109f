// The handlers of the calls about the brake. A refusal is a CallError with its code.
import type { Result } from '../../../shared/base/result.ts'
import {
  CallError,
  type BrakePreview,
  type BrakeView,
  type CallIn,
  type CallName,
  type Station,
} from '../../../shared/station-api/index.ts'
import type { Session, SessionRefusal } from '../../brake/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import { faultMessage, isStorageFault } from '../../platform/disk-fault.ts'
import { readOnlyBecause } from './brake-view.ts'

type BrakeCall = Exclude<Extract<CallName, `brake.${string}`>, 'brake.choose'>
export type BrakeHandlers = Pick<Station['handlers'], BrakeCall>

export interface BrakeHandlerParts {
  readonly session: Session
  readonly ledger: Pick<Ledger, 'work' | 'operators'>
  readonly view: () => BrakeView
  /** Throws CallError if the sheet is not stored, or if it has another drawing. */
  readonly sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
  readonly refreshSheet: (sheetId: string) => Promise<void>
  /** Whether the controller's file is proven on this machine, read from the folder now. */
  readonly isProven: () => boolean
  readonly preview: (sheet: Sheet, pieceNo: number) => Promise<BrakePreview>
  /** Throws CallError for an angle or a correction that is not possible. */
  readonly correct: (sheet: Sheet, request: CallIn<'brake.correct'>) => Promise<void>
  /** Throws CallError for a length or a correction that is not possible. */
  readonly correctGauge: (sheet: Sheet, request: CallIn<'brake.correct_gauge'>) => Promise<void>
}

export function brakeHandlers(parts: BrakeHandlerParts): BrakeHandlers {
  const { session, ledger, view, sheetAsShown } = parts

  const assertOperatorActive = (operatorId: string | null): void => {
    if (operatorId !== null && ledger.operators.find(operatorId)?.active !== true)
      throw new CallError('operator_unknown', `there is no active operator ${operatorId}`)
  }
  const assertSendable = (sheet: Sheet, operatorId: string | null): void => {
    const stop = ledger.work.stopOfWork(sheet)
    if (stop !== null) throw new CallError(stop, `programs of this sheet must not be sent: ${stop}`)
    assertOperatorActive(operatorId)
  }
  /** A person must release an unfinished piece first. The same piece may be sent again, for example with a correction. */
  const assertReplaceable = (sheet: Sheet, pieceNo: number): void => {
    const { loaded } = view()
    if (loaded === null || (loaded.sheetId === sheet.id && loaded.pieceNo === pieceNo)) return
    if (loaded.needsConfirmation)
      throw new CallError(
        'brake_asks_first',
        `whether piece ${loaded.pieceNo} of sheet ${loaded.sheetId} is still loaded`,
      )
    if (loaded.donePieces < loaded.wantedPieces)
      throw new CallError('brake_has_another', `piece ${loaded.pieceNo} of sheet ${loaded.sheetId} is not finished`)
  }
  const viewUnlessRefused = (result: Result<undefined, SessionRefusal>): BrakeView => {
    if (result.ok) return view()
    throw result.error === 'program_unknown'
      ? new CallError('program_unknown', 'this program is not the loaded one')
      : new CallError('brake_not_ready', `the brake is ${session.state().state}`)
  }

  return {
    'brake.read': () => {
      // reads the commission again, so that the view has it
      parts.isProven()
      return view()
    },
    'brake.preview': ({ sheetId, drawingVersion, pieceNo }) =>
      parts.preview(sheetAsShown(sheetId, drawingVersion), pieceNo),
    ...correctionHandlers(parts, assertOperatorActive),
    'brake.send': async ({ sheetId, drawingVersion, pieceNo, hash, notKnownHash, operatorId }) => {
      const readOnlyReason = readOnlyBecause(session.capabilities(), parts.isProven())
      if (readOnlyReason === 'not_commissioned')
        throw new CallError('brake_not_commissioned', 'the controller file is not proven on this machine')
      if (readOnlyReason !== null) throw new CallError('brake_read_only', readOnlyReason)
      await parts.refreshSheet(sheetId)
      const preview = await parts.preview(sheetAsShown(sheetId, drawingVersion), pieceNo)
      // the sheet may have changed while it was planned
      const sheet = sheetAsShown(sheetId, drawingVersion)
      assertSendable(sheet, operatorId)
      assertReplaceable(sheet, pieceNo)
      if (preview.kind === 'refused') throw new CallError('program_refused', preview.message)
      const { hash: currentHash, ...program } = preview.program
      if (preview.notKnown !== null && preview.notKnown.hash !== notKnownHash)
        throw new CallError(
          'plan_not_known',
          'the plan is not proven, and no person has accepted what is not known now',
        )
      if (currentHash !== hash) throw new CallError('program_changed', 'the program is not the one that was shown')
      return viewUnlessRefused(storageErrorAsCallError(() => session.send(program, operatorId)))
    },
    'brake.cancel': () => {
      session.cancel()
      return view()
    },
    'brake.resume': async ({ programId, operatorId }) => viewUnlessRefused(await session.resume(programId, operatorId)),
    'brake.release': ({ programId }) => viewUnlessRefused(storageErrorAsCallError(() => session.release(programId))),
    'brake.retry': () => {
      session.retry()
      return view()
    },
  }
}

/** A correction changes the next program; the loaded one stays as it is. */
function correctionHandlers(
  { sheetAsShown, correct, correctGauge, preview }: BrakeHandlerParts,
  assertOperatorActive: (operatorId: string | null) => void,
): Pick<BrakeHandlers, 'brake.correct' | 'brake.correct_gauge'> {
  return {
    'brake.correct': async (request) => {
      const sheet = sheetAsShown(request.sheetId, request.drawingVersion)
      assertOperatorActive(request.operatorId)
      await correct(sheet, request)
      return preview(sheet, request.pieceNo)
    },
    'brake.correct_gauge': async (request) => {
      const sheet = sheetAsShown(request.sheetId, request.drawingVersion)
      assertOperatorActive(request.operatorId)
      await correctGauge(sheet, request)
      return preview(sheet, request.pieceNo)
    },
  }
}

/** The handlers of a station without a usable connection; `view` has the reason. */
export function unlinkedBrake(view: BrakeView): BrakeHandlers {
  const notLinked = (): never => {
    throw view.link === null
      ? new CallError('brake_not_linked', 'this station has no brake')
      : new CallError('brake_not_ready', view.fault?.message ?? 'the connection cannot be used')
  }
  return {
    'brake.read': () => view,
    'brake.preview': notLinked,
    'brake.correct': notLinked,
    'brake.correct_gauge': notLinked,
    'brake.send': notLinked,
    'brake.cancel': notLinked,
    'brake.resume': notLinked,
    'brake.release': notLinked,
    'brake.retry': notLinked,
  }
}

/** Converts an error of the store into a CallError. */
export function storageErrorAsCallError<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (isStorageFault(error)) throw new CallError('not_stored', faultMessage(error))
    throw error
  }
}
