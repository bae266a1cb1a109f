// A sheet's place in its machine's order, and its pin, by large buttons.
import { Button } from 'react-aria-components/Button'
import type { PlanRow } from '../../shared/planning/index.ts'
import { useWords } from '../language/use-words.ts'

export interface SheetPlaceProps {
  row: PlanRow
  /** The sheets left to do on its machine, in order. */
  lane: readonly PlanRow[]
  /** Something can be chosen now. */
  isFree: boolean
  /** An act is on its way. */
  isPending: boolean
  onMove: (before: string | null) => void
  onPin: (isPinned: boolean) => void
}

/** Nothing for a sheet that has no place. */
export function SheetPlace({ row, lane, isFree, isPending, onMove, onPin }: SheetPlaceProps) {
  const { t } = useWords()
  const at = lane.findIndex(({ sheetId }) => sheetId === row.sheetId)
  if (at < 0) return null
  const move = (to: number): void => {
    const others = lane.filter(({ sheetId }) => sheetId !== row.sheetId)
    onMove(others[to]?.sheetId ?? null)
  }
  return (
    <div className="plan-moves" role="group" aria-label={t('plan.place')}>
      <Button className="button" isDisabled={!isFree || at === 0} isPending={isPending} onPress={() => move(0)}>
        {t('plan.first')}
      </Button>
      <Button className="button" isDisabled={!isFree || at === 0} isPending={isPending} onPress={() => move(at - 1)}>
        ▲ {t('plan.earlier')}
      </Button>
      <Button
        className="button"
        isDisabled={!isFree || at === lane.length - 1}
        isPending={isPending}
        onPress={() => move(at + 1)}
      >
        ▼ {t('plan.later')}
      </Button>
      <Button
        className="button"
        isDisabled={!isFree || at === lane.length - 1}
        isPending={isPending}
        onPress={() => move(lane.length)}
      >
        {t('plan.last')}
      </Button>
      <Button
        className="button toggle"
        aria-pressed={row.planned.isPinned}
        isDisabled={!isFree}
        isPending={isPending}
        onPress={() => onPin(!row.planned.isPinned)}
      >
        ⚲ {t(row.planned.isPinned ? 'plan.unpin' : 'plan.pin')}
      </Button>
      <span className="sub">{t('plan.place_of', { at: at + 1, of: lane.length })}</span>
    </div>
  )
}
