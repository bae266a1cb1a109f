// The plan of a day and the planned orders of bends, in the query cache.
import { useQuery } from '@tanstack/react-query'
import type { CallError, CallOut } from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { callStation } from './queries.ts'
import { useStationLink } from './station-context.tsx'

/** Not read before `enabled`. */
export function usePlan(date: string, enabled = true) {
  const link = useStationLink()
  return useQuery<CallOut<'plan.read'>, CallError>({
    queryKey: answerKeys.plan(date),
    queryFn: () => callStation(link, 'plan.read', { date }),
    enabled,
  })
}

export function usePlanFits(date: string) {
  const link = useStationLink()
  return useQuery<CallOut<'plan.fits'>, CallError>({
    queryKey: answerKeys.planFits(date),
    queryFn: () => callStation(link, 'plan.fits', { date }),
  })
}

/** Whether there is an order of bends for the sheet, by machine; null: none is asked for. */
export function useOrders(sheetId: string | null) {
  const link = useStationLink()
  return useQuery<CallOut<'bend_plan.orders'>, CallError>({
    queryKey: answerKeys.orders(sheetId ?? ''),
    queryFn: () => callStation(link, 'bend_plan.orders', { sheetId: sheetId ?? '' }),
    enabled: sheetId !== null,
  })
}

/**
 * The bend plan of a sheet at the machine of this station, or else at the machine that it is planned for. The search is cancelled when no
 * screen shows the sheet any more.
 */
export function useBendPlan(sheetId: string, drawingVersion: number) {
  const link = useStationLink()
  return useQuery<CallOut<'bend_plan.read'>, CallError>({
    queryKey: answerKeys.bendPlan(sheetId, drawingVersion),
    queryFn: ({ signal }) => callStation(link, 'bend_plan.read', { sheetId, drawingVersion, machine: null }, signal),
  })
}
