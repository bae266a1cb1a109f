// A day's plan, computed from the list, the choices and the fits once all three are loaded.
import { useMemo } from 'react'
import { dayPlan, type DayPlan } from '../../shared/planning/index.ts'
import type { CallError, PlanView } from '../../shared/station-api/index.ts'
import { usePlan, usePlanFits } from '../station/plan-queries.ts'
import { useList } from '../station/queries.ts'

export type DayPlanNow =
  | { is: 'loading' }
  | { is: 'failed'; error: CallError; retry: () => void }
  | { is: 'never_read' }
  | { is: 'here'; plan: DayPlan; lapMm: number; lastAct: PlanView['lastAct'] }

export function useDayPlan(date: string): DayPlanNow {
  const [list, plan, fits] = [useList(date), usePlan(date), usePlanFits(date)]
  const [entries, chosen, known] = [list.data?.entries, plan.data, fits.data]
  const day = useMemo(
    () =>
      entries === undefined || chosen === undefined || known === undefined
        ? null
        : dayPlan({ date, entries, plan: chosen, fits: known }),
    [date, entries, chosen, known],
  )
  if (list.data?.readAt === null && list.data.entries.length === 0) return { is: 'never_read' }
  if (day !== null && known !== undefined)
    return { is: 'here', plan: day, lapMm: known.lapMm, lastAct: chosen?.lastAct ?? null }
  const failed = [list, plan, fits].find(({ isError }) => isError)
  const error = failed?.error ?? null
  return error === null ? { is: 'loading' } : { is: 'failed', error, retry: () => void failed?.refetch() }
}
