// Corrects a count: which count, the new number, and the reason. Every correction is recorded.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { PieceKind } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { DialogButtons, ModalDialog, ReasonChoice } from '../ui/dialogs/index.ts'
import { Icon } from '../ui/icon.tsx'
import { Refused } from '../ui/refused.tsx'
import { newActId } from './act-id.ts'
import { usePieceName, type CountedPiece } from './made-pieces.ts'
import { useActor } from './use-actor.tsx'

const kinds: readonly PieceKind[] = ['good', 'test', 'scrap', 'rebend']
const countOf = (piece: CountedPiece, kind: PieceKind): number => (kind === 'good' ? piece.done : piece[kind])

export interface AdjustDialogProps {
  sheet: Sheet
  piece: CountedPiece
  onClose: () => void
}

export function AdjustDialog({ sheet, piece, onClose }: AdjustDialogProps) {
  const { t } = useTexts()
  const nameOf = usePieceName(sheet)
  const { act, dialog } = useActor()
  const adjust = useCall('count.adjust')
  const [corrects, setCorrects] = useState<PieceKind>('good')
  const [delta, setDelta] = useState(0)
  const [reason, setReason] = useState('')
  const { pieceNo } = piece
  const correctedCount = countOf(piece, corrects) + delta
  const save = (): void => {
    const input = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo, kind: corrects, delta, reason }
    const actId = newActId()
    act((operatorId) => adjust.mutate({ ...input, actId, operatorId }, { onSuccess: onClose }))
  }
  return (
    <ModalDialog title={t('work.adjust_title', { piece: nameOf(pieceNo) })} isOpen onClose={onClose}>
      <div className="toggles" role="group" aria-label={t('work.adjust_of')}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            variant="toggle"
            aria-pressed={kind === corrects}
            onPress={() => {
              setCorrects(kind)
              setDelta(0)
            }}
          >
            {t(`work.kind_${kind}`)}
          </Button>
        ))}
      </div>
      <div className="stepper">
        <Button
          className="step"
          aria-label={t('work.fewer')}
          isDisabled={correctedCount === 0}
          onPress={() => setDelta(delta - 1)}
        >
          <Icon name="less" />
        </Button>
        <output className="stepper-figure" aria-label={t('work.adjust_to')}>
          {correctedCount}
        </output>
        <Button className="step" aria-label={t('work.more')} onPress={() => setDelta(delta + 1)}>
          <Icon name="plus" />
        </Button>
      </div>
      <ReasonChoice
        reasons={[t('why.adjust_miscounted'), t('why.adjust_found')]}
        chosen={reason}
        onChoose={setReason}
      />
      <Refused title={t('work.refused')} error={adjust.error} />
      <DialogButtons onClose={onClose}>
        <Button variant="primary" isDisabled={delta === 0 || reason === ''} isPending={adjust.isPending} onPress={save}>
          {t('work.save')}
        </Button>
      </DialogButtons>
      {dialog}
    </ModalDialog>
  )
}
