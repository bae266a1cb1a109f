// What the large button does: the next bend, and after the last one the next piece. A piece is counted here only if no brake counts it, now
// or later.
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useWork } from '../station/work-queries.ts'
import { newActId } from '../work/act-id.ts'
import { useActor } from '../work/use-actor.tsx'
import type { pieceCountedBy } from './brake-situation.ts'
import type { PieceState } from './step-rail.tsx'

export interface NextActionParts {
  sheet: Sheet
  pieceNo: number
  pieces: PieceState | null
  isLast: boolean
  countedBy: ReturnType<typeof pieceCountedBy>
  onNext: () => void
  onFirst: () => void
  onClose: () => void
}

export function useNextAction({
  sheet,
  pieceNo,
  pieces,
  isLast,
  countedBy,
  onNext,
  onFirst,
  onClose,
}: NextActionParts) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const book = useCall('count.book')
  const stop = useWork(sheet.id).data?.stop ?? null
  const isDone = pieces !== null && pieces.done >= pieces.wanted
  const count = (): void => {
    const actId = newActId()
    const piece = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo }
    act((operatorId) =>
      book.mutate({ ...piece, actId, operatorId, kind: 'good', count: 1, reason: null }, { onSuccess: onFirst }),
    )
  }
  const leavesBend = isDone || (isLast && countedBy === 'nobody')
  const action = leavesBend
    ? { label: t('bend_step.to_sheet'), run: onClose }
    : !isLast
      ? { label: t('bend_step.next_bend'), run: onNext }
      : countedBy === 'brake' || stop !== null
        ? { label: t('bend_step.next_piece'), run: onFirst }
        : { label: t('bend_step.piece_made'), run: count }
  return { ...action, leavesBend, isPending: book.isPending, error: book.error, dialog }
}
