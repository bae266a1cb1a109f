// The load of each machine against its shift, as a bar. A press selects the machine; a sheet can be dropped on it.
import { DropZone } from 'react-aria-components/DropZone'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import type { DayPlan, PlanLane } from '../../shared/planning/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Sign } from '../ui/sign.tsx'
import { loadOf, timeOf } from './plan-texts.ts'

/** The drag data type of a sheet. */
export const draggedSheet = 'application/x-kant-sheet'

/** Null: every machine. */
export type ShownSheets = { machine: string } | 'others' | null

export interface LoadsProps {
  plan: DayPlan
  shown: ShownSheets
  onShow: (shown: ShownSheets) => void
  onDrop: (sheetId: string, machine: string) => void
}

export function Loads({ plan, shown, onShow, onDrop }: LoadsProps) {
  const { t } = useTexts()
  const sheets = plan.lanes.reduce((sum, { lane }) => sum + lane.slots.length, 0)
  return (
    <section className="loads" aria-label={t('plan.loads')}>
      <ToggleButton className="load-all" isSelected={shown === null} onChange={() => onShow(null)}>
        <strong>{t('plan.all')}</strong>
        <span className="sub">{t('plan.sheets', { count: sheets })}</span>
      </ToggleButton>
      {plan.lanes.map((lane) => (
        <Load
          key={lane.machine.key}
          lane={lane}
          isShown={shown !== null && shown !== 'others' && shown.machine === lane.machine.key}
          onShow={() => onShow({ machine: lane.machine.key })}
          onDrop={(sheetId) => onDrop(sheetId, lane.machine.key)}
        />
      ))}
      {plan.others.length > 0 && (
        <ToggleButton className="load-all" isSelected={shown === 'others'} onChange={() => onShow('others')}>
          <strong>{t('plan.others')}</strong>
          <span className="sub">{t('plan.sheets', { count: plan.others.length })}</span>
        </ToggleButton>
      )}
    </section>
  )
}

interface LoadProps {
  lane: PlanLane
  isShown: boolean
  onShow: () => void
  onDrop: (sheetId: string) => void
}

function Load({ lane, isShown, onShow, onDrop }: LoadProps) {
  const texts = useTexts()
  const { t } = texts
  const { machine, lane: work } = lane
  const { tone, text } = loadOf(texts, lane)
  // the bar of an overloaded machine shows the excess
  const barMin = Math.max(machine.shiftMin, work.minutes)
  const lateCount = work.slots.filter(({ isLate }) => isLate).length
  return (
    <DropZone
      className="load-place"
      aria-label={t('plan.drop', { machine: machine.name })}
      getDropOperation={(types) => (types.has(draggedSheet) ? 'move' : 'cancel')}
      onDrop={({ items }) => {
        for (const item of items)
          if (item.kind === 'text' && item.types.has(draggedSheet)) void item.getText(draggedSheet).then(onDrop)
      }}
    >
      <ToggleButton className="load" isSelected={isShown} onChange={onShow}>
        <span className="load-name">
          <strong>{machine.name}</strong>
          <span className="sub">{t('plan.sheets', { count: work.slots.length })}</span>
        </span>
        <svg className="load-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect className="load-ground" width={100} height={10} />
          <rect
            className={`load-fill tone-${tone}`}
            width={(100 * (work.minutes - work.changeMin)) / barMin}
            height={10}
          />
          <rect
            className="load-change"
            x={(100 * (work.minutes - work.changeMin)) / barMin}
            width={(100 * work.changeMin) / barMin}
            height={10}
          />
          <line
            className="load-shift"
            x1={(100 * machine.shiftMin) / barMin}
            x2={(100 * machine.shiftMin) / barMin}
            y2={10}
          />
        </svg>
        <span className="load-text">
          {t('plan.of_shift', { time: timeOf(texts, work.minutes), shift: timeOf(texts, machine.shiftMin) })}
          {work.changeMin > 0 && ` · ${t('plan.changing', { time: timeOf(texts, work.changeMin) })}`}
        </span>
        <span className={`load-text tone-${lateCount > 0 ? 'needs_person' : tone}`}>
          <Sign tone={lateCount > 0 ? 'needs_person' : tone} />
          {lateCount > 0 ? `${text} · ${t('plan.late', { count: lateCount })}` : text}
        </span>
      </ToggleButton>
    </DropZone>
  )
}
