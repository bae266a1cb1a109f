// Every action of a sheet that has no button of its own at its foot, behind one button.
import { useState } from 'react'
import type { MarkView, WorkStop } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useBrake } from '../../station/station-context.tsx'
import { useWork } from '../../station/work-queries.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { useActor } from '../../work/use-actor.tsx'
import { WrongDrawingDialog } from '../../work/wrong-drawing.tsx'
import type { Sheet } from '../sheet.ts'
import type { SidePanel } from './side-panel.ts'
import type { PrimaryAction } from './primary-action.ts'
import { secondaryAction } from './secondary-action.ts'

/**
 * Whether a person may mark the sheet as bent now, although it is not the next step of its job. The station refuses the same; a sheet that
 * was bent at another machine can be marked here.
 */
const mayMark = (action: PrimaryAction, stop: WorkStop | null, approval: string): boolean =>
  stop === null &&
  approval !== 'awaiting' &&
  approval !== 'change_requested' &&
  !(action.kind === 'blocked' && (action.by === 'link_lost' || action.by === 'old_print'))

export interface MoreActionsProps {
  sheet: Sheet
  mark: MarkView | null
  action: PrimaryAction
  onMark: () => void
  onPanel: (panel: SidePanel) => void
}

export function MoreActions({ sheet, mark, action, onMark, onPanel }: MoreActionsProps) {
  const { t } = useTexts()
  const { link, loaded } = useBrake()
  const work = useWork(sheet.id).data
  const { operator, change, dialog } = useActor()
  const [opened, setOpened] = useState<'list' | 'wrong_drawing' | null>(null)
  const close = (): void => setOpened(null)
  /** Closes the dialog first: the action may open another one. */
  const closing = (act: () => void) => (): void => {
    close()
    act()
  }
  const isOpenSheet = mark === null && sheet.bent === null
  const isStarted = work?.pieces.some(({ done }) => done > 0) === true
  const ownProgram = loaded?.sheetId === sheet.id ? loaded : null
  const beside = secondaryAction(action, mark?.state ?? null)
  return (
    <>
      <Button onPress={() => setOpened('list')}>
        <Icon name="more" /> {t('job.more')}
      </Button>
      <ModalDialog title={t('job.more_title')} isOpen={opened === 'list'} onClose={close}>
        <div className="more-actions">
          {beside !== 'count' && (
            <Button size="big" onPress={closing(() => onPanel('work'))}>
              {isStarted ? t('work.open_done', { done: work?.done ?? 0, wanted: sheet.quantity }) : t('work.open')}
            </Button>
          )}
          {link !== null && (
            <Button size="big" onPress={closing(() => onPanel('brake'))}>
              {ownProgram === null
                ? t('brake_link.open')
                : t('brake_link.open_loaded', { done: ownProgram.donePieces, wanted: ownProgram.wantedPieces })}
            </Button>
          )}
          {isOpenSheet && action.kind !== 'mark' && (
            <Button
              size="big"
              isDisabled={!mayMark(action, work?.stop ?? null, sheet.approval.state)}
              onPress={closing(onMark)}
            >
              {t('mark.action')}
            </Button>
          )}
          {isOpenSheet && beside !== 'wrong_drawing' && work?.stop !== 'drawing_wrong' && (
            <Button size="big" onPress={() => setOpened('wrong_drawing')}>
              {t('deviation.action')}
            </Button>
          )}
          <Button size="big" onPress={closing(change)}>
            {operator === null ? t('operator.choose') : t('operator.now', { initials: operator.initials })}
          </Button>
        </div>
        <DialogButtons onClose={close} />
      </ModalDialog>
      {opened === 'wrong_drawing' && <WrongDrawingDialog sheet={sheet} onClose={close} />}
      {dialog}
    </>
  )
}
