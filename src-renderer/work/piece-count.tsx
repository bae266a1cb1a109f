// One piece of a sheet: how many are done, one more in one press, and what else was made of it.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { PieceKind } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { newActId } from './act-id.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import type { CountedPiece } from './counted-piece.ts'
import { FirstPiece } from './first-piece.tsx'
import { namePiece, ownPieceOf } from './made-pieces.ts'
import { useActor } from './use-actor.tsx'

export interface PieceCountProps {
  sheet: Sheet
  piece: CountedPiece
  /** Without: the counts alone. */
  mayCount: boolean
}

export function PieceCount({ sheet, piece, mayCount }: PieceCountProps) {
  const words = useWords()
  const { t, mm, named } = words
  const { act, dialog } = useActor()
  const book = useCall('count.book')
  const scrap = useCall('count.last_was_scrap')
  const [isAdjusting, setAdjusting] = useState(false)
  const [isMeasuring, setMeasuring] = useState(false)
  const { pieceNo, done, wanted, test, scrap: scrapped, rebend } = piece
  const hand = sheet.pieces.find((one) => one.pieceNo === ownPieceOf(pieceNo))?.hand ?? 'none'
  const isBusy = book.isPending || scrap.isPending
  const asked = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo }
  const count = (kind: PieceKind): void => {
    const actId = newActId()
    scrap.reset()
    act((operatorId) => book.mutate({ ...asked, actId, operatorId, kind, count: 1, reason: null }))
  }
  const lastWasScrap = (): void => {
    const actId = newActId()
    book.reset()
    act((operatorId) => scrap.mutate({ ...asked, actId, operatorId }))
  }
  const name = (what: string): string => t('work.more_of', { what, piece: namePiece(words, pieceNo) })
  const title = t('work.piece', { piece: namePiece(words, pieceNo) })
  return (
    <section className="piece-count" aria-label={title}>
      <div className="piece-head">
        <h2>
          {title}
          <span className="sub">
            {' '}
            {t('sheet.length_mm', { length: mm(piece.lengthMm) })}
            {hand !== 'none' && ` · ${named('hand', hand)}`}
          </span>
        </h2>
        <p className={done === wanted ? 'piece-done tone-done' : 'piece-done'} role="status">
          {t('work.done', { done, wanted })}
        </p>
      </div>
      {done > wanted && (
        <p className="piece-over tone-person" role="status">
          <Sign tone="person" /> {t('work.over', { more: done - wanted })}
        </p>
      )}
      {mayCount && (
        <>
          <Button
            className={done < wanted ? 'button big primary' : 'button big'}
            aria-label={name(t('work.good'))}
            isDisabled={isBusy}
            onPress={() => count('good')}
          >
            + {t('work.good')}
          </Button>
          <Button
            className="button big scrap"
            aria-label={name(t('work.last_was_scrap'))}
            isDisabled={isBusy || done === 0}
            onPress={lastWasScrap}
          >
            {t('work.last_was_scrap')}
          </Button>
          <div className="piece-more">
            {(['test', 'rebend'] as const).map((kind) => (
              <Button
                key={kind}
                className="button small"
                aria-label={name(t(`work.${kind}`))}
                isDisabled={isBusy}
                onPress={() => count(kind)}
              >
                + {t(`work.${kind}`)}
              </Button>
            ))}
            <Button
              className="button small"
              aria-label={name(t('first_piece.open'))}
              onPress={() => setMeasuring(true)}
            >
              {t('first_piece.open')}
            </Button>
            <Button className="button small" aria-label={name(t('work.adjust'))} onPress={() => setAdjusting(true)}>
              {t('work.adjust')}
            </Button>
          </div>
        </>
      )}
      {test + scrapped + rebend > 0 && <p className="sub">{t('work.besides', { test, scrap: scrapped, rebend })}</p>}
      <Refused title={t('work.refused')} error={book.error ?? scrap.error} />
      {dialog}
      {isMeasuring && <FirstPiece sheet={sheet} pieceNo={pieceNo} onClose={() => setMeasuring(false)} />}
      {isAdjusting && <AdjustDialog sheet={sheet} piece={piece} onClose={() => setAdjusting(false)} />}
    </section>
  )
}
