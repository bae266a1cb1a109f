// The steps of the program of a length before it is sent. The large button of the sheet sends it.
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useProgram } from '../station/work-queries.ts'
import { pieceName, type MadePiece } from '../work/made-pieces.ts'
import { BrakeMessage } from './brake-message.tsx'
import { notKnownSentence, refusalSentence, toolChangeSentences, unsentTexts } from './brake-texts.ts'
import { ProgramSteps } from './program-steps.tsx'

export interface SendProgramProps {
  sheet: Sheet
  /** The pieces as they are made. */
  pieces: readonly MadePiece[]
  pieceNo: number
  onPiece: (pieceNo: number) => void
}

export function SendProgram({ sheet, pieces, pieceNo, onPiece }: SendProgramProps) {
  const texts = useTexts()
  const { t } = texts
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
              {pieceName(texts, piece.pieceNo, pieces)}
            </Button>
          ))}
        </div>
      )}
      <ProgramToSend sheet={sheet} pieceNo={pieceNo} />
    </>
  )
}

/** The current steps, or why there are none. */
export function ProgramToSend({ sheet, pieceNo }: Pick<SendProgramProps, 'sheet' | 'pieceNo'>) {
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
      <BrakeMessage tone="needs_person" title={t(isByHand ? 'brake_link.by_hand_title' : 'brake_link.none_title')}>
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
      {notKnown !== null && (
        <BrakeMessage tone="uncertain" title={notKnownSentence(texts, notKnown)}>
          <p>{t('brake_link.not_known_means')}</p>
        </BrakeMessage>
      )}
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

/** The changes of tools, which the program does not wait for. */
export function ToolChanges({ program }: { program: BrakeProgramView }) {
  const texts = useTexts()
  const changes = toolChangeSentences(texts, program.steps)
  if (changes.length === 0) return null
  return (
    <BrakeMessage tone="uncertain" title={texts.t('brake_link.change_tools_title')}>
      <p>
        {changes.join(' ')} {texts.t('brake_link.change_tools_means')}
      </p>
    </BrakeMessage>
  )
}
