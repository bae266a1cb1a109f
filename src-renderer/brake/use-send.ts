// Sends the program of a length to the brake. A sent program is loaded and never started.
import type { BrakePreview } from '../../shared/station-api/index.ts'
import { useCall } from '../station/queries.ts'
import { useActor } from '../work/use-actor.tsx'

export type SendableProgram = Extract<BrakePreview, { kind: 'program' }>

export function useSend() {
  const { act, dialog } = useActor()
  const { mutate, error, isPending, reset } = useCall('brake.send')
  const send = ({ program, notKnown }: SendableProgram, onSent?: () => void): void => {
    const { sheetId, drawingVersion, pieceNo, hash } = program
    act((operatorId) =>
      mutate(
        { sheetId, drawingVersion, pieceNo, hash, notKnownHash: notKnown?.hash ?? null, operatorId },
        onSent === undefined ? {} : { onSuccess: onSent },
      ),
    )
  }
  /** `dialog` asks for the operator; the caller renders it. */
  return { send, error, isPending, reset, dialog }
}
