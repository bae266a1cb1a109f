// Corrects a count by hand: which one, to how many, and why. Nothing is subtracted in silence.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { PieceKind } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { ReasonChoice } from '../ui/reason-choice.tsx'
import { Refused } from '../ui/refused.tsx'
import { newActId } from './act-id.ts'
import type { CountedPiece } from './counted-piece.ts'
import { namePiece } from './made-pieces.ts'
import { useActor } from './use-actor.tsx'

const kinds: readonly PieceKind[] = ['good', 'test', 'scrap', 'rebend']
const countOf = (piece: CountedPiece, kind: PieceKind): number => (kind === 'good' ? piece.done : piece[kind])

export interface AdjustDialogProps {
  sheet: Sheet
  piece: CountedPiece
  onClose: () => void
}

export function AdjustDialog({ sheet, piece, onClose }: AdjustDialogProps) {
  const words = useWords()
  const { t } = words
  const { act, dialog } = useActor()
  const adjust = useCall('count.adjust')
  const [corrects, choose] = useState<PieceKind>('good')
  const [delta, change] = useState(0)
  const [reason, giveReason] = useState('')
  const { pieceNo } = piece
  const right = countOf(piece, corrects) + delta
  const save = (): void => {
    const what = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo, corrects, delta, reason }
    const actId = newActId()
    act((operatorId) => adjust.mutate({ ...what, actId, operatorId }, { onSuccess: onClose }))
  }
  return (
    <ModalDialog title={t('work.adjust_title', { piece: namePiece(words, pieceNo) })} isOpen onClose={onClose}>
      <div className="toggles" role="group" aria-label={t('work.adjust_of')}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            className="button toggle"
            aria-pressed={kind === corrects}
            onPress={() => {
              choose(kind)
              change(0)
            }}
          >
            {t(`work.kind_${kind}`)}
          </Button>
        ))}
      </div>
      <div className="stepper">
        <Button
          className="button step"
          aria-label={t('work.fewer')}
          isDisabled={right === 0}
          onPress={() => change(delta - 1)}
        >
          −
        </Button>
        <output className="stepper-figure" aria-label={t('work.adjust_to')}>
          {right}
        </output>
        <Button className="button step" aria-label={t('work.more')} onPress={() => change(delta + 1)}>
          +
        </Button>
      </div>
      <ReasonChoice
        reasons={[t('why.adjust_miscounted'), t('why.adjust_found')]}
        chosen={reason}
        onChoose={giveReason}
      />
      <Refused title={t('work.refused')} error={adjust.error} />
      <div className="dialog-buttons">
        <Button
          className="button primary"
          isDisabled={delta === 0 || reason === ''}
          isPending={adjust.isPending}
          onPress={save}
        >
          {t('work.save')}
        </Button>
        <Button className="button" onPress={onClose}>
          {t('question.cancel')}
        </Button>
      </div>
      {dialog}
    </ModalDialog>
  )
}
