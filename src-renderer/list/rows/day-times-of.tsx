// Computes the times of a day's rows. Renders nothing, so that the rows are shown before this code and the plan are loaded.
import { useEffect, useMemo } from 'react'
import { dayPlan } from '../../../shared/planning/index.ts'
import type { ListView } from '../../../shared/station-api/index.ts'
import { usePlan, usePlanFits } from '../../station/plan-queries.ts'
import { dayTimes, type DayTimes } from '../times/index.ts'

export interface DayTimesOfProps {
  list: ListView
  byLot: boolean
  runningId: string | null
  onTimes: (times: DayTimes) => void
}

export function DayTimesOf({ list, byLot, runningId, onTimes }: DayTimesOfProps) {
  const { date, entries } = list
  const [plan, fits] = [usePlan(date).data, usePlanFits(date).data]
  const planOfDay = useMemo(
    () => (plan === undefined || fits === undefined ? null : dayPlan({ date, entries, plan, fits })),
    [date, entries, plan, fits],
  )
  const times = useMemo(
    () => (planOfDay === null ? null : dayTimes(planOfDay, { byLot, runningId })),
    [planOfDay, byLot, runningId],
  )
  useEffect(() => {
    if (times !== null) onTimes(times)
  }, [times, onTimes])
  return null
}
