// The calls behind the large button of a sheet: it sends a program, counts a piece, and marks the sheet.
import type { CallIn } from '../../../shared/station-api/index.ts'
import { useSend } from '../../brake/use-send.ts'
import { useCall } from '../../station/queries.ts'
import { newActId } from '../../work/act-id.ts'
import { useActor } from '../../work/use-actor.tsx'
import type { Sheet } from '../sheet.ts'

export type JobCalls = ReturnType<typeof useJobCalls>

/** `dialogs` ask for the operator; the caller renders them. */
export function useJobCalls({ id: sheetId, drawingVersion }: Sheet) {
  const { act, dialog } = useActor()
  const send = useSend()
  const create = useCall('mark.create')
  const book = useCall('count.book')
  return {
    send,
    create,
    book,
    isPending: send.isPending || create.isPending || book.isPending,
    markBent: (pieces: CallIn<'mark.create'>['pieces'], onMarked?: () => void): void =>
      act((operatorId) =>
        create.mutate(
          { sheetId, drawingVersion, by: null, operatorId, pieces },
          onMarked === undefined ? {} : { onSuccess: onMarked },
        ),
      ),
    countOne: (pieceNo: number): void => {
      const piece = {
        sheetId,
        drawingVersion,
        pieceNo,
        actId: newActId(),
        kind: 'good',
        count: 1,
        reason: null,
      } as const
      act((operatorId) => book.mutate({ ...piece, operatorId }))
    },
    /** Forgets the errors of earlier calls. */
    reset: (): void => {
      for (const call of [send, create, book]) call.reset()
    },
    dialogs: (
      <>
        {dialog}
        {send.dialog}
      </>
    ),
  }
}
