// The counts of one piece of a sheet, with buttons that count one more.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { PieceKind } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { newActId } from './act-id.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { MeasurePiece } from './measuring/index.ts'
import { usePieceName, type CountedPiece } from './made-pieces.ts'
import { useActor } from './use-actor.tsx'

export interface PieceCountProps {
  sheet: Sheet
  piece: CountedPiece
  /** False: shows the counts without buttons. */
  canCount: boolean
}

export function PieceCount({ sheet, piece, canCount }: PieceCountProps) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const book = useCall('count.book')
  const scrap = useCall('count.last_was_scrap')
  const [isAdjusting, setIsAdjusting] = useState(false)
  const [isMeasuring, setIsMeasuring] = useState(false)
  const { pieceNo, done, wantedPieces, test, scrap: scrapped, rebend } = piece
  const isBusy = book.isPending || scrap.isPending
  const pieceKey = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo }
  const count = (kind: PieceKind): void => {
    const actId = newActId()
    scrap.reset()
    act((operatorId) => book.mutate({ ...pieceKey, actId, operatorId, kind, count: 1, reason: null }))
  }
  const lastWasScrap = (): void => {
    const actId = newActId()
    book.reset()
    act((operatorId) => scrap.mutate({ ...pieceKey, actId, operatorId }))
  }
  const title = usePieceName(sheet)(pieceNo)
  const nameOf = (action: string): string => t('work.more_of', { what: action, piece: title })
  const isFinished = done >= wantedPieces
  return (
    <section className="piece-count" aria-label={title}>
      <PieceHead piece={piece} title={title} />
      {canCount && (
        <>
          {/* a finished length is counted further only by a correction with a reason */}
          <Button
            size="big"
            aria-label={nameOf(t('work.good'))}
            isDisabled={isBusy || isFinished}
            onPress={() => count('good')}
          >
            {isFinished ? t('work.finished') : `+ ${t('work.good')}`}
          </Button>
          <Button
            size="big"
            className="scrap"
            aria-label={nameOf(t('work.last_was_scrap'))}
            isDisabled={isBusy || done === 0}
            onPress={lastWasScrap}
          >
            {t('work.last_was_scrap')}
          </Button>
          <PieceMore
            nameOf={nameOf}
            isBusy={isBusy}
            onCount={count}
            onMeasure={() => setIsMeasuring(true)}
            onAdjust={() => setIsAdjusting(true)}
          />
        </>
      )}
      {test + scrapped + rebend > 0 && <p className="sub">{t('work.besides', { test, scrap: scrapped, rebend })}</p>}
      <Refused title={t('work.refused')} error={book.error ?? scrap.error} />
      {dialog}
      {isMeasuring && (
        <MeasurePiece
          sheet={sheet}
          pieceNo={pieceNo}
          target={{ kind: 'flange', index: 0 }}
          onClose={() => setIsMeasuring(false)}
        />
      )}
      {isAdjusting && <AdjustDialog sheet={sheet} piece={piece} onClose={() => setIsAdjusting(false)} />}
    </section>
  )
}

interface PieceMoreProps {
  /** The name of an action with the piece. */
  nameOf: (action: string) => string
  isBusy: boolean
  onCount: (kind: PieceKind) => void
  onMeasure: () => void
  onAdjust: () => void
}

function PieceMore({ nameOf, isBusy, onCount, onMeasure, onAdjust }: PieceMoreProps) {
  const { t } = useTexts()
  return (
    <div className="piece-more">
      {(['test', 'rebend'] as const).map((kind) => (
        <Button
          key={kind}
          size="small"
          aria-label={nameOf(t(`work.${kind}`))}
          isDisabled={isBusy}
          onPress={() => onCount(kind)}
        >
          + {t(`work.${kind}`)}
        </Button>
      ))}
      <Button size="small" aria-label={nameOf(t('first_piece.open'))} onPress={onMeasure}>
        {t('first_piece.open')}
      </Button>
      <Button size="small" aria-label={nameOf(t('work.adjust'))} onPress={onAdjust}>
        {t('work.adjust')}
      </Button>
    </div>
  )
}

function PieceHead({ piece: { done, wantedPieces }, title }: Pick<PieceCountProps, 'piece'> & { title: string }) {
  const { t } = useTexts()
  return (
    <>
      <div className="piece-head">
        <h2>{title}</h2>
        <p className={done === wantedPieces ? 'piece-done tone-done' : 'piece-done'} role="status">
          {t('work.done', { done, wanted: wantedPieces })}
        </p>
      </div>
      {done > wantedPieces && (
        <p className="piece-over tone-needs_person" role="status">
          <Sign tone="needs_person" /> {t('work.over', { more: done - wantedPieces })}
        </p>
      )}
    </>
  )
}
