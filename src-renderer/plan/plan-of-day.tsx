// A day's plan, or why it cannot be shown: never read, failed, loading, or empty.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { PlannedDay } from './planned-day.tsx'
import type { DayPlanState } from './use-day-plan.ts'
import type { PlanActions } from './use-plan-actions.ts'

export function PlanOfDay({ date, dayPlan, actions }: { date: string; dayPlan: DayPlanState; actions: PlanActions }) {
  const { t, day } = useTexts()
  switch (dayPlan.kind) {
    case 'ready':
      return dayPlan.plan.lanes.every(({ rows }) => rows.length === 0) && dayPlan.plan.others.length === 0 ? (
        <div className="empty">
          <Notice tone="open" title={t('plan.empty_title')}>
            <p>{t('plan.empty_text', { day: day(date) })}</p>
          </Notice>
        </div>
      ) : (
        <PlannedDay date={date} plan={dayPlan.plan} lapMm={dayPlan.lapMm} actions={actions} />
      )
    case 'loading':
      return (
        <div className="empty" aria-busy="true">
          <Notice tone="waiting" title={t('plan.loading')} />
        </div>
      )
    case 'never_read':
      return (
        <div className="empty">
          <Notice tone="uncertain" title={t('plan.never_title')}>
            <p>{t('plan.never_text', { day: day(date) })}</p>
          </Notice>
        </div>
      )
    case 'failed':
      return (
        <div className="empty">
          <Notice tone="fault" title={t('plan.failed')}>
            <p>{t(`call_error.${dayPlan.error.code}`)}</p>
            <Button onPress={dayPlan.retry}>{t('plan.retry')}</Button>
          </Notice>
        </div>
      )
  }
}
