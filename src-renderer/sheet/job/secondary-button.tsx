// The button beside 'more' at the foot of a sheet.
import { useState } from 'react'
import type { MarkView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { Button } from '../../ui/button.tsx'
import { goTo } from '../../use-route.ts'
import { newActId } from '../../work/act-id.ts'
import { useActor } from '../../work/use-actor.tsx'
import { WrongDrawingDialog } from '../../work/wrong-drawing.tsx'
import type { Sheet } from '../sheet.ts'
import { UndoButton } from '../undo-button.tsx'
import type { SidePanel } from './side-panel.ts'
import type { PrimaryAction } from './primary-action.ts'
import { secondaryAction } from './secondary-action.ts'

export interface SecondaryButtonProps {
  sheet: Sheet
  mark: MarkView | null
  action: PrimaryAction
  onPanel: (panel: SidePanel) => void
  onUndo: () => void
}

export function SecondaryButton({ sheet, mark, action, onPanel, onUndo }: SecondaryButtonProps) {
  const { t } = useTexts()
  switch (secondaryAction(action, mark?.state ?? null)) {
    case 'undo':
      return mark === null || mark.heldUntil === null ? null : (
        <UndoButton markId={mark.id} heldUntil={mark.heldUntil} compact onUndo={onUndo} />
      )
    case 'look_at_mark':
      return (
        <Button onPress={() => mark !== null && goTo({ screen: 'mark', markId: mark.id })}>{t('marks.look')}</Button>
      )
    case 'stop_sending':
      return <StopSending />
    case 'last_was_scrap':
      return action.kind === 'count' || action.kind === 'running' ? (
        <LastWasScrap sheet={sheet} pieceNo={action.pieceNo} />
      ) : null
    case 'count':
      return <Button onPress={() => onPanel('work')}>{t('work.open')}</Button>
    case 'wrong_drawing':
      return <WrongDrawing sheet={sheet} />
  }
}

function StopSending() {
  const { t } = useTexts()
  const cancel = useCall('brake.cancel')
  return (
    <Button isPending={cancel.isPending} onPress={() => cancel.mutate({})}>
      {t('brake_link.stop')}
    </Button>
  )
}

function LastWasScrap({ sheet, pieceNo }: { sheet: Sheet; pieceNo: number }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const scrap = useCall('count.last_was_scrap')
  const press = (): void => {
    const { id: sheetId, drawingVersion } = sheet
    const actId = newActId()
    act((operatorId) => scrap.mutate({ sheetId, drawingVersion, pieceNo, actId, operatorId }))
  }
  return (
    <>
      <Button isPending={scrap.isPending} onPress={press}>
        {t('work.last_was_scrap')}
      </Button>
      {dialog}
    </>
  )
}

function WrongDrawing({ sheet }: { sheet: Sheet }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('deviation.short')}</Button>
      {isOpen && <WrongDrawingDialog sheet={sheet} onClose={() => setIsOpen(false)} />}
    </>
  )
}
