// Moves a sheet in its machine's order and pins it.
import { Button } from '../../ui/button.tsx'
import type { PlanRow } from '../../../shared/planning/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'

export interface SheetPlaceProps {
  row: PlanRow
  /** The unfinished sheets of its machine, in order. */
  lane: readonly PlanRow[]
  /** A choice is possible now. */
  isEnabled: boolean
  /** An action is running. */
  isPending: boolean
  onMove: (before: string | null) => void
  onPin: (isPinned: boolean) => void
}

/** Renders nothing for a sheet without a machine. */
export function SheetPlace({ row, lane, isEnabled, isPending, onMove, onPin }: SheetPlaceProps) {
  const { t } = useTexts()
  const index = lane.findIndex(({ sheetId }) => sheetId === row.sheetId)
  if (index < 0) return null
  const move = (to: number): void => {
    const others = lane.filter(({ sheetId }) => sheetId !== row.sheetId)
    onMove(others[to]?.sheetId ?? null)
  }
  return (
    <div className="plan-moves" role="group" aria-label={t('plan.place')}>
      <Button isDisabled={!isEnabled || index === 0} isPending={isPending} onPress={() => move(0)}>
        {t('plan.first')}
      </Button>
      <Button isDisabled={!isEnabled || index === 0} isPending={isPending} onPress={() => move(index - 1)}>
        <Icon name="up" /> {t('plan.earlier')}
      </Button>
      <Button
        isDisabled={!isEnabled || index === lane.length - 1}
        isPending={isPending}
        onPress={() => move(index + 1)}
      >
        <Icon name="down" /> {t('plan.later')}
      </Button>
      <Button
        isDisabled={!isEnabled || index === lane.length - 1}
        isPending={isPending}
        onPress={() => move(lane.length)}
      >
        {t('plan.last')}
      </Button>
      <Button
        variant="toggle"
        aria-pressed={row.planned.isPinned}
        isDisabled={!isEnabled}
        isPending={isPending}
        onPress={() => onPin(!row.planned.isPinned)}
      >
        <Icon name="pin" /> {t(row.planned.isPinned ? 'plan.unpin' : 'plan.pin')}
      </Button>
      <span className="sub">{t('plan.place_of', { at: index + 1, of: lane.length })}</span>
    </div>
  )
}
