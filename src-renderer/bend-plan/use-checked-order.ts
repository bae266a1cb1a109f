// The check of an order, which runs while the page responds to presses.
import { useEffect, useEffectEvent, useState } from 'react'
import type { OrderedStep, PlanRequest } from '../../shared/bending/plan/index.ts'
import { checkedOrder, type ShownOrder } from './plan-order.ts'
import { runInSlices } from '../ui/run-in-slices.ts'

export interface OrderCheck {
  /** Until the first check ends, and without an order: null. While a later check runs, the result of the one before it. */
  readonly checked: ShownOrder | null
  readonly isRunning: boolean
}

/**
 * Checks each new `order`. Null: there is nothing to check. `onChecked` gets each result; a result of null means that the order does not
 * belong to the blank.
 */
export function useCheckedOrder(
  request: PlanRequest | null,
  order: readonly OrderedStep[] | null,
  onChecked: (checked: ShownOrder | null) => void,
): OrderCheck {
  const [last, setLast] = useState<{ of: readonly OrderedStep[]; result: ShownOrder | null } | null>(null)
  // the next order has no result before it
  if (last !== null && (request === null || order === null)) setLast(null)
  const reportChecked = useEffectEvent(onChecked)
  useEffect(() => {
    if (request === null || order === null) return
    return runInSlices(checkedOrder(request, order), (result) => {
      setLast({ of: order, result })
      reportChecked(result)
    })
  }, [request, order])
  if (request === null || order === null) return { checked: null, isRunning: false }
  return { checked: last?.result ?? null, isRunning: last?.of !== order }
}
