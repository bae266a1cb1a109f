// Marks a sheet as bent with one press. If the counts differ from the sheet, a dialog first asks for a choice and a reason.
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { validateSheet } from '../../shared/drawing/index.ts'
import type { CallIn, MarkView } from '../../shared/station-api/index.ts'
import { stateText } from '../language/mark-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { bendStateOf } from '../ui/bend-state.ts'
import { useDifferingPrint } from '../scan/use-differing-print.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { ReasonChoice } from '../ui/reason-choice.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'
import type { Sheet } from './sheet.ts'

export interface MarkButtonProps {
  sheet: Sheet
  /** A mark that was undone or cancelled. */
  cancelled: MarkView | null
  /** The work panel is open and itself shows why work is stopped. */
  isCounting: boolean
  onCount: () => void
}

export function MarkButton({ sheet, cancelled, isCounting, onCount }: MarkButtonProps) {
  const { t } = useTexts()
  const work = useWork(sheet.id).data
  const { act, dialog } = useActor()
  const create = useCall('mark.create')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const stop = work?.stop === 'drawing_wrong' || work?.stop === 'handed_over' ? work.stop : null
  const obstacle = useMarkObstacle(sheet)
  const blocked = obstacle ?? (stop === null ? null : t(`work_stop.${stop}`))
  const done = work?.done ?? 0
  const differs = work !== undefined && !work.isComplete && work.pieces.some((piece) => piece.done > 0)
  const { loaded } = useBrake()
  const isBeingMade = loaded?.sheetId === sheet.id && !loaded.isComplete
  const isValid = useMemo(() => validateSheet(sheet).ok, [sheet])
  // otherwise the next piece or the office comes first
  const isNext = !differs && !isBeingMade && isValid
  const mark = (pieces: CallIn<'mark.create'>['pieces']): void =>
    act((operatorId) =>
      create.mutate(
        { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, by: null, operatorId, pieces },
        { onSuccess: () => setIsDialogOpen(false) },
      ),
    )
  return (
    <>
      <Refused title={t('mark.failed_title')} error={isDialogOpen ? null : create.error} />
      {cancelled !== null && !isCounting && <p className="muted">{stateText(t, cancelled)}</p>}
      {blocked !== null && (obstacle !== null || !isCounting) && <p className="mark-blocked">{blocked}</p>}
      <Button
        variant={isNext ? 'primary' : 'plain'}
        size="big"
        isDisabled={blocked !== null || create.isPending}
        onPress={() => (differs ? setIsDialogOpen(true) : mark(null))}
      >
        {create.isPending ? t('mark.saving') : t('mark.action')}
      </Button>
      {isDialogOpen && (
        <CountDiffersDialog
          done={done}
          wanted={sheet.quantity}
          refusal={<Refused title={t('mark.failed_title')} error={create.error} />}
          onClose={() => setIsDialogOpen(false)}
          onCount={() => {
            setIsDialogOpen(false)
            onCount()
          }}
          onAnswer={(choice, reason) => mark({ count: done, choice, reason })}
        />
      )}
      {dialog}
    </>
  )
}

/** Why the sheet cannot be marked now, apart from stopped work; null: it can. */
function useMarkObstacle(sheet: Sheet): string | null {
  const { t } = useTexts()
  const link = useLinkState()
  const oldPrint = useDifferingPrint(sheet.id)
  if (link !== 'open') return t('mark.blocked_link')
  if (oldPrint !== null) return t('scan.print_blocks')
  const state = bendStateOf({ mark: null, bent: null, sheetState: 'ready', approval: sheet.approval.state })
  return state === 'awaiting' || state === 'change_requested' ? t(`mark.blocked_${state}`) : null
}

interface CountDiffersDialogProps {
  done: number
  wanted: number
  refusal: React.ReactNode
  onClose: () => void
  onCount: () => void
  onAnswer: (choice: 'close_short' | 'over', reason: string) => void
}

function CountDiffersDialog({ done, wanted, refusal, onClose, onCount, onAnswer }: CountDiffersDialogProps) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const choice = done < wanted ? 'close_short' : done > wanted ? 'over' : null
  return (
    <ModalDialog title={t('mark.differ_title', { done, wanted })} isOpen onClose={onClose}>
      <Button size="big" onPress={onCount}>
        {t('mark.correct_count')}
      </Button>
      {choice === null ? (
        <p>{t('mark.differ_each')}</p>
      ) : (
        <>
          <ReasonChoice
            reasons={
              choice === 'close_short'
                ? [t('why.close_short_material'), t('why.close_short_agreed')]
                : [t('why.over_spare'), t('why.over_agreed')]
            }
            chosen={reason}
            onChoose={setReason}
          />
          <Button size="big" variant="primary" isDisabled={reason === ''} onPress={() => onAnswer(choice, reason)}>
            {t(`mark.${choice}`, { done, wanted, more: done - wanted })}
          </Button>
        </>
      )}
      {refusal}
      <Button variant="quiet" onPress={onClose}>
        {t('question.cancel')}
      </Button>
    </ModalDialog>
  )
}
