// Buttons for a day's plan: undo, print, and export as CSV.
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { PlanLane } from '../../shared/planning/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { PlanPaper } from './plan-paper.tsx'
import type { DayPlanState } from './use-day-plan.ts'
import type { PlanActions } from './use-plan-actions.ts'

export interface PlanButtonsProps {
  date: string
  dayPlan: Extract<DayPlanState, { kind: 'ready' }>
  actions: PlanActions
}

export function PlanButtons({ date, dayPlan, actions }: PlanButtonsProps) {
  const { t, language } = useTexts()
  const csv = useCall('export.start')
  const { mutateAsync: printInShell } = useCall('shell.print')
  const [printed, setPrinted] = useState<readonly PlanLane[] | null>(null)
  const [isPrintFailed, setIsPrintFailed] = useState(false)
  const { lanes, others } = dayPlan.plan
  const printable = lanes.filter(({ rows }) => rows.length > 0)
  const sheets = lanes.reduce((sum, { rows }) => sum + rows.length, others.length)
  useEffect(() => {
    if (printed === null) return
    const clear = (): void => setPrinted(null)
    const print = async (): Promise<void> => {
      // the desktop window prints without a dialog: a kiosk must not show the system's dialog
      const { answer } = await printInShell({}).catch(() => ({ answer: 'failed' as const }))
      setIsPrintFailed(answer === 'failed')
      if (answer !== 'no_window') return clear()
      window.addEventListener('afterprint', clear)
      window.print()
    }
    void print()
    return () => window.removeEventListener('afterprint', clear)
  }, [printed, printInShell])
  return (
    <div className="bar-end">
      <Button
        isDisabled={actions.isBusy || dayPlan.lastAct === null}
        onPress={() => dayPlan.lastAct !== null && actions.undo(dayPlan.lastAct.id)}
      >
        <Icon name="undo" /> {t('plan.undo')}
      </Button>
      <Button onPress={() => setPrinted(printable)}>{t('plan.print_of', { count: printable.length })}</Button>
      <Button
        isPending={csv.isPending}
        onPress={() =>
          csv.mutate({
            order: { kind: 'day', date, pressBrakeId: null, formats: ['plan-csv'] },
            preset: 'inventor',
            language,
          })
        }
      >
        {t('plan.csv_of', { count: sheets })}
      </Button>
      {csv.isError && (
        <p className="fault-text" role="alert">
          {t('export.failed')}: {t(`call_error.${csv.error.code}`)}
        </p>
      )}
      {isPrintFailed && (
        <p className="fault-text" role="alert">
          {t('plan.not_printed')}
        </p>
      )}
      {printed !== null && <PlanPaper date={date} lanes={printed} />}
    </div>
  )
}
