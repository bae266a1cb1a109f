// One line about the brake above the mark of a sheet: its state, the count of this sheet, a button to its panel, and a button that sends
// the program if nothing prevents it and the operator need not read anything first.
import { Button } from '../ui/button.tsx'
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useProgram } from '../station/work-queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { namePiece, type MadePiece } from '../work/made-pieces.ts'
import { useActor } from '../work/use-actor.tsx'
import { toneOfBrake } from './brake-texts.ts'
import { useBrakeState } from './loaded-name.ts'
import { nextProgram } from './next-program.ts'
import { useSendObstacle } from './send-program.tsx'

export interface BrakeStripProps {
  sheet: Sheet
  isMarked: boolean
  /** The pieces as they are made; null: not loaded. */
  pieces: readonly MadePiece[] | null
  /** The piece that the drawings show. */
  pieceNo: number
  onOpen: () => void
}

/** Renders nothing if this station has no brake connection. */
export function BrakeStrip(props: BrakeStripProps) {
  const { t } = useTexts()
  const { sheet, isMarked, pieces, pieceNo, onOpen } = props
  const brake = useBrake()
  const { link, state: lastState, loaded } = brake
  const isOpen = useLinkState() === 'open'
  const program = useProgram(sheet.id, sheet.drawingVersion, pieceNo, link !== null && pieces !== null).data
  const stateText = useBrakeState(isOpen ? brake : { ...brake, state: 'stale' }, sheet.id)
  const obstacle = useSendObstacle(sheet.id, isMarked)
  if (link === null) return null
  // without a connection to the station the state of the brake is unknown
  const state = isOpen ? lastState : 'stale'
  const own = loaded?.sheetId === sheet.id ? loaded : null
  const tone = own?.needsConfirmation === true ? 'person' : toneOfBrake(state)
  const { pieceNo: next } = nextProgram({ id: sheet.id, pieces: pieces ?? [] }, loaded, pieceNo)
  const canSend =
    obstacle === null &&
    own === null &&
    next === pieceNo &&
    program?.kind === 'program' &&
    program.notKnown === null &&
    program.unsent.length === 0
  return (
    <div className={`brake-strip tone-${tone}`}>
      <Sign tone={tone} />
      <span role="status">{stateText}</span>
      <Button onPress={onOpen}>
        {own === null
          ? t('brake_link.open')
          : t('brake_link.open_loaded', { done: own.donePieces, wanted: own.wantedPieces })}
      </Button>
      {canSend && <SendAtOnce program={program.program} isOnly={pieces?.length === 1} onSent={onOpen} />}
    </div>
  )
}

interface SendAtOnceProps {
  program: BrakeProgramView
  /** The sheet has only this piece. */
  isOnly: boolean
  onSent: () => void
}

/** A sent program is loaded and never started. It never replaces an unfinished program. */
function SendAtOnce({ program, isOnly, onSent }: SendAtOnceProps) {
  const texts = useTexts()
  const { t } = texts
  const { act, dialog } = useActor()
  const send = useCall('brake.send')
  const { sheetId, drawingVersion, pieceNo, hash } = program
  return (
    <>
      <Button
        size="big"
        variant="primary"
        className="send-at-once"
        isPending={send.isPending}
        onPress={() =>
          act((operatorId) =>
            send.mutate(
              { sheetId, drawingVersion, pieceNo, hash, notKnownHash: null, operatorId },
              { onSuccess: onSent },
            ),
          )
        }
      >
        {isOnly ? t('brake_link.send') : t('brake_link.send_piece', { piece: namePiece(texts, pieceNo) })}
      </Button>
      <Refused title={t('brake_link.refused')} error={send.error} />
      {dialog}
    </>
  )
}
