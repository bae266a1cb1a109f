// Marks a sheet as bent in one press. Where what was counted is not what the sheet says, a person chooses first, with a reason.
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { soundSheet } from '../../shared/drawing/index.ts'
import type { CallIn, MarkView } from '../../shared/station-api/index.ts'
import { stateText } from '../language/mark-words.ts'
import { useWords } from '../language/use-words.ts'
import { bendStateOf } from '../list/bend-state.ts'
import { useOldPrint } from '../scan/old-print.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { ReasonChoice } from '../ui/reason-choice.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'
import type { Sheet } from './sheet.ts'

export interface ToMarkProps {
  sheet: Sheet
  /** A mark that was taken back, or put away. */
  cancelled: MarkView | null
  /** The counting, which is beside it then, says itself what stops the work. */
  isCounting: boolean
  onCount: () => void
}

export function ToMark({ sheet, cancelled, isCounting, onCount }: ToMarkProps) {
  const { t } = useWords()
  const work = useWork(sheet.id).data
  const { act, dialog } = useActor()
  const create = useCall('mark.create')
  const [isAsking, ask] = useState(false)
  const stop = work?.stop === 'drawing_wrong' || work?.stop === 'handed_over' ? work.stop : null
  const held = useHeld(sheet)
  const blocked = held ?? (stop === null ? null : t(`work_stop.${stop}`))
  const done = work?.done ?? 0
  const differs = work !== undefined && !work.complete && work.pieces.some((piece) => piece.done > 0)
  const { loaded } = useBrake()
  const isBeingMade = loaded?.sheetId === sheet.id && !loaded.complete
  const isSound = useMemo(() => soundSheet(sheet).ok, [sheet])
  // else the next piece comes first, or the office
  const isNext = !differs && !isBeingMade && isSound
  const mark = (pieces: CallIn<'mark.create'>['pieces']): void =>
    act((operatorId) =>
      create.mutate(
        { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, by: null, operatorId, pieces },
        { onSuccess: () => ask(false) },
      ),
    )
  return (
    <>
      <Refused title={t('mark.failed_title')} error={isAsking ? null : create.error} />
      {cancelled !== null && !isCounting && <p className="muted">{stateText(t, cancelled)}</p>}
      {blocked !== null && (held !== null || !isCounting) && <p className="mark-blocked">{blocked}</p>}
      <Button
        className={isNext ? 'button big primary' : 'button big'}
        isDisabled={blocked !== null || create.isPending}
        onPress={() => (differs ? ask(true) : mark(null))}
      >
        {create.isPending ? t('mark.saving') : t('mark.action')}
      </Button>
      {isAsking && (
        <PiecesDiffer
          done={done}
          wanted={sheet.quantity}
          refusal={<Refused title={t('mark.failed_title')} error={create.error} />}
          onClose={() => ask(false)}
          onCount={() => {
            ask(false)
            onCount()
          }}
          onAnswer={(choice, reason) => mark({ count: done, choice, reason })}
        />
      )}
      {dialog}
    </>
  )
}

/** What besides the work keeps it from being marked now; null: nothing. */
function useHeld(sheet: Sheet): string | null {
  const { t } = useWords()
  const link = useLinkState()
  const oldPrint = useOldPrint(sheet.id)
  if (link !== 'open') return t('mark.blocked_link')
  if (oldPrint !== null) return t('scan.print_blocks')
  const state = bendStateOf({ mark: null, bent: null, sheetState: 'ready', approval: sheet.approval.state })
  return state === 'awaiting' || state === 'change_requested' ? t(`mark.blocked_${state}`) : null
}

interface PiecesDifferProps {
  done: number
  wanted: number
  refusal: React.ReactNode
  onClose: () => void
  onCount: () => void
  onAnswer: (choice: 'close_short' | 'over', reason: string) => void
}

function PiecesDiffer({ done, wanted, refusal, onClose, onCount, onAnswer }: PiecesDifferProps) {
  const { t } = useWords()
  const [reason, giveReason] = useState('')
  const choice = done < wanted ? 'close_short' : done > wanted ? 'over' : null
  return (
    <ModalDialog title={t('mark.differ_title', { done, wanted })} isOpen onClose={onClose}>
      <Button className="button big" onPress={onCount}>
        {t('mark.correct_count')}
      </Button>
      {choice === null ? (
        <p>{t('mark.differ_each')}</p>
      ) : (
        <>
          <ReasonChoice
            reasons={
              choice === 'close_short'
                ? [t('why.close_short_plate'), t('why.close_short_agreed')]
                : [t('why.over_spare'), t('why.over_agreed')]
            }
            chosen={reason}
            onChoose={giveReason}
          />
          <Button className="button big primary" isDisabled={reason === ''} onPress={() => onAnswer(choice, reason)}>
            {t(`mark.${choice}`, { done, wanted, more: done - wanted })}
          </Button>
        </>
      )}
      {refusal}
      <Button className="button quiet" onPress={onClose}>
        {t('question.cancel')}
      </Button>
    </ModalDialog>
  )
}
