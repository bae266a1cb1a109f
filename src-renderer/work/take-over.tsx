// Takes pieces over from another station: scan or type the code, read its content, then confirm.
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { HandOverView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall, useSheet } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { goTo } from '../use-route.ts'
import { ownPieceOf, pieceName, wholePiecesOf } from './made-pieces.ts'
import { useActor } from './use-actor.tsx'

export function TakeOverButton() {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('hand_over.take')}</Button>
      {isOpen && <TakeOverDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** `scanned`: a scanned code, which is read at once. */
export function TakeOverDialog({ scanned = '', onClose }: { scanned?: string; onClose: () => void }) {
  const { t } = useTexts()
  const read = useCall('handover.read')
  const [text, setText] = useState(scanned)
  const [isTaken, setIsTaken] = useState(false)
  const { mutate: readNow } = read
  useEffect(() => {
    if (scanned !== '') readNow({ text: scanned })
  }, [readNow, scanned])
  return (
    <ModalDialog title={t(isTaken ? 'hand_over.taken' : 'hand_over.take_title')} isOpen onClose={onClose}>
      {isTaken && read.data !== undefined ? (
        <Taken code={read.data} onClose={onClose} />
      ) : (
        <>
          <form
            className="code-form"
            onSubmit={(event) => {
              event.preventDefault()
              read.mutate({ text })
            }}
          >
            <label className="field">
              {t('hand_over.take_text')}
              <input
                className="input code"
                // a scanner types where the cursor is
                autoFocus
                autoComplete="off"
                spellCheck={false}
                maxLength={4_000}
                value={text}
                onChange={({ target: { value } }) => {
                  setText(value)
                  read.reset()
                }}
              />
            </label>
            <Button type="submit" isDisabled={text.trim() === ''} isPending={read.isPending}>
              {t('hand_over.read')}
            </Button>
          </form>
          <Refused title={t('question.refused')} error={read.error} />
          {read.data !== undefined && <ReadCode code={read.data} text={text} onTaken={() => setIsTaken(true)} />}
          <DialogButtons onClose={onClose} closeText={t('question.cancel')} />
        </>
      )}
    </ModalDialog>
  )
}

function ReadCode({ code, text, onTaken }: { code: HandOverView; text: string; onTaken: () => void }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const acceptHandOver = useCall('handover.take')
  const sheetQuery = useSheet(code.sheetId)
  const sheet = sheetQuery.data?.sheet ?? null
  const count = code.pieces.reduce((sum, { done }) => sum + done, 0)
  return (
    <section className="read-code">
      <HandOverSummary code={code} />
      <p>{t('hand_over.take_means')}</p>
      <Refused title={t('question.refused')} error={sheetQuery.error ?? acceptHandOver.error} />
      <Button
        size="big"
        variant="primary"
        isDisabled={sheet === null}
        isPending={acceptHandOver.isPending}
        onPress={() =>
          act((operatorId) => {
            if (sheet === null) return
            acceptHandOver.mutate({ text, drawingVersion: sheet.drawingVersion, operatorId }, { onSuccess: onTaken })
          })
        }
      >
        {t('hand_over.take_pieces', { count })}
      </Button>
      {dialog}
    </section>
  )
}

function Taken({ code, onClose }: { code: HandOverView; onClose: () => void }) {
  const { t } = useTexts()
  const { today } = useStatus()
  return (
    <>
      <div role="status">
        <HandOverSummary code={code} />
      </div>
      <DialogButtons onClose={onClose} closeText={t('status.close')}>
        <Button
          variant="primary"
          onPress={() => {
            onClose()
            goTo({ screen: 'sheet', date: today, sheetId: code.sheetId })
          }}
        >
          {t('hand_over.go_on')}
        </Button>
      </DialogButtons>
    </>
  )
}

/** The sheet, the number of each piece, and who handed them over. */
function HandOverSummary({ code }: { code: HandOverView }) {
  const texts = useTexts()
  const { t } = texts
  const sheet = useSheet(code.sheetId).data?.sheet ?? null
  const pieces = sheet === null ? [] : wholePiecesOf(sheet)
  const wantedOf = (pieceNo: number) => sheet?.pieces.find((piece) => piece.pieceNo === ownPieceOf(pieceNo))?.quantity
  return (
    <>
      {sheet !== null && (
        <p className="lead">
          {t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })}
          {(sheet.order.title ?? '') !== '' && ` · ${sheet.order.title}`}
        </p>
      )}
      <p>{t('hand_over.from', { by: code.by ?? t('question.nobody') })}</p>
      <ul>
        {code.pieces.map(({ pieceNo, done }) => (
          <li key={pieceNo}>
            {pieceName(texts, pieceNo, pieces)}: {t('work.done', { done, wanted: wantedOf(pieceNo) ?? '?' })}
          </li>
        ))}
      </ul>
    </>
  )
}
