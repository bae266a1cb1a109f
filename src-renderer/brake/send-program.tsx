// Shows the steps of the program of a piece, and sends it after a confirmation.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { BrakeProgramView, BrakeState } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useDifferingPrint } from '../scan/use-differing-print.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useProgram, useWork } from '../station/work-queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Refused } from '../ui/refused.tsx'
import { namePiece, type MadePiece } from '../work/made-pieces.ts'
import { useActor } from '../work/use-actor.tsx'
import { BrakeMessage } from './brake-message.tsx'
import { notKnownSentence, refusalSentence, unsentTexts, type NotKnown } from './brake-texts.ts'
import { ProgramSteps } from './program-steps.tsx'

export interface SendProgramProps {
  sheet: Sheet
  isMarked: boolean
  /** The pieces as they are made. */
  pieces: readonly MadePiece[]
  pieceNo: number
  onPiece: (pieceNo: number) => void
}

export function SendProgram({ sheet, isMarked, pieces, pieceNo, onPiece }: SendProgramProps) {
  const texts = useTexts()
  const { t, mm, named } = texts
  return (
    <>
      {pieces.length > 1 && (
        <div className="toggles" role="group" aria-label={t('brake_link.which_piece')}>
          {pieces.map((piece) => (
            <Button
              key={piece.pieceNo}
              size="small"
              aria-pressed={piece.pieceNo === pieceNo}
              onPress={() => onPiece(piece.pieceNo)}
            >
              {t('brake_link.piece', { piece: namePiece(texts, piece.pieceNo) })} · {mm(piece.lengthMm)}
              {piece.hand !== 'none' && ` · ${named('hand', piece.hand)}`}
            </Button>
          ))}
        </div>
      )}
      <ProgramToSend sheet={sheet} isMarked={isMarked} pieceNo={pieceNo} isOnly={pieces.length === 1} />
    </>
  )
}

interface ProgramToSendProps extends Omit<SendProgramProps, 'pieces' | 'onPiece'> {
  /** The sheet has only this piece. */
  isOnly: boolean
}

/** The current steps, or why there are none. */
export function ProgramToSend({ sheet, isMarked, pieceNo, isOnly }: ProgramToSendProps) {
  const texts = useTexts()
  const { t } = texts
  const preview = useProgram(sheet.id, sheet.drawingVersion, pieceNo)
  if (preview.isError)
    return (
      <BrakeMessage tone="fault" title={t('brake_link.none_title')}>
        <p>{t(`call_error.${preview.error.code}`)}</p>
      </BrakeMessage>
    )
  if (preview.data === undefined) return <p className="muted">{t('brake_link.fetching')}</p>
  if (preview.data.kind === 'refused') {
    const isByHand = preview.data.code === 'by_hand'
    return (
      <BrakeMessage tone="person" title={t(isByHand ? 'brake_link.by_hand_title' : 'brake_link.none_title')}>
        <p>{refusalSentence(texts, preview.data)}</p>
      </BrakeMessage>
    )
  }
  const { program, bends, corrections, isOwnOrder, unsent, notKnown } = preview.data
  return (
    <>
      {isOwnOrder && <p className="muted">{t('bend_plan.own_program')}</p>}
      <ProgramSteps program={program} bends={bends} colourSide={sheet.profile.colourSide} corrections={corrections} />
      <UnsentFields unsent={unsent} />
      <Send program={program} notKnown={notKnown} isOnly={isOnly} isMarked={isMarked} />
    </>
  )
}

/** What the operator sets at the machine, because the controller has no field for it. */
export function UnsentFields({ unsent }: { unsent: readonly string[] }) {
  const texts = useTexts()
  const fields = unsentTexts(texts, unsent)
  if (fields.length === 0) return null
  return <p className="mark-blocked">{texts.t('brake_link.unsent', { fields: fields.join(', ') })}</p>
}

interface SendProps {
  program: BrakeProgramView
  /** What is not known about the plan: the dialog names it before the program is sent. */
  notKnown: NotKnown | null
  isOnly: boolean
  isMarked: boolean
}

function Send({ program, notKnown, isOnly, isMarked }: SendProps) {
  const texts = useTexts()
  const { t } = texts
  const { act, dialog } = useActor()
  const send = useCall('brake.send')
  const obstacle = useSendObstacle(program.sheetId, isMarked)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { sheetId, drawingVersion, pieceNo, hash, steps } = program
  const close = (): void => setIsDialogOpen(false)
  const piece = namePiece(texts, pieceNo)
  return (
    <div className="program-send">
      <Refused title={t('brake_link.refused')} error={isDialogOpen ? null : send.error} />
      {obstacle !== null && (
        <p className="mark-blocked">
          {t('brake_link.not_now')}: {obstacle}
        </p>
      )}
      <Button size="big" variant="primary" isDisabled={obstacle !== null} onPress={() => setIsDialogOpen(true)}>
        {isOnly ? t('brake_link.send') : t('brake_link.send_piece', { piece })}
      </Button>
      <ModalDialog title={t('brake_link.send_title')} isOpen={isDialogOpen} onClose={close}>
        <p>{t('brake_link.send_means', { count: steps.length, piece })}</p>
        <p>{t('brake_link.send_never_starts')}</p>
        {notKnown !== null && (
          <BrakeMessage tone="doubt" title={notKnownSentence(texts, notKnown)}>
            <p>{t('brake_link.not_known_means')}</p>
          </BrakeMessage>
        )}
        <Refused title={t('brake_link.refused')} error={send.error} />
        <div className="dialog-buttons">
          <Button
            size="big"
            variant="primary"
            isDisabled={obstacle !== null || send.isPending}
            onPress={() =>
              act((operatorId) =>
                send.mutate(
                  { sheetId, drawingVersion, pieceNo, hash, notKnownHash: notKnown?.hash ?? null, operatorId },
                  { onSuccess: close },
                ),
              )
            }
          >
            {t('brake_link.send')}
          </Button>
          <Button onPress={close}>{t('question.cancel')}</Button>
        </div>
      </ModalDialog>
      {dialog}
    </div>
  )
}

/** The states in which the brake accepts a program. */
const readyStates: readonly BrakeState[] = ['ready', 'verified', 'piece_done']

/** Why no program can be sent now; null: it can. */
export function useSendObstacle(sheetId: string, isMarked: boolean): string | null {
  const { t } = useTexts()
  const { state, readOnly } = useBrake()
  const isOpen = useLinkState() === 'open'
  const oldPrint = useDifferingPrint(sheetId)
  const stop = useWork(sheetId).data?.stop ?? null
  if (!isOpen) return t('mark.blocked_link')
  if (isMarked) return t('call_error.already_bent')
  if (stop !== null) return t(`work_stop.${stop}`)
  if (oldPrint !== null) return t('scan.print_blocks')
  if (readOnly !== null) return t(`brake_link.read_only.${readOnly}`)
  return readyStates.includes(state) ? null : t(`brake_link.state.${state}`)
}
