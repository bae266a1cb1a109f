// A day's plan, computed from the list, the choices and the fits once all three are loaded.
import { useMemo } from 'react'
import { dayPlan, type DayPlan } from '../../shared/planning/index.ts'
import type { CallError, PlanView } from '../../shared/station-api/index.ts'
import { usePlan, usePlanFits } from '../station/plan-queries.ts'
import { useList } from '../station/queries.ts'

export type DayPlanState =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError; retry: () => void }
  | { kind: 'never_read' }
  | { kind: 'ready'; plan: DayPlan; lapMm: number; lastAct: PlanView['lastAct'] }

export function useDayPlan(date: string): DayPlanState {
  const [list, plan, fits] = [useList(date), usePlan(date), usePlanFits(date)]
  const [entries, choices, knownFits] = [list.data?.entries, plan.data, fits.data]
  const day = useMemo(
    () =>
      entries === undefined || choices === undefined || knownFits === undefined
        ? null
        : dayPlan({ date, entries, plan: choices, fits: knownFits }),
    [date, entries, choices, knownFits],
  )
  if (list.data?.readAt === null && list.data.entries.length === 0) return { kind: 'never_read' }
  if (day !== null && knownFits !== undefined)
    return { kind: 'ready', plan: day, lapMm: knownFits.lapMm, lastAct: choices?.lastAct ?? null }
  const failed = [list, plan, fits].find(({ isError }) => isError)
  const error = failed?.error ?? null
  return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void failed?.refetch() }
}
