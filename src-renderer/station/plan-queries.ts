// The plan of a day as the station answers it, kept as its other answers are.
import { useQuery } from '@tanstack/react-query'
import type { CallError, CallOut } from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { asked } from './queries.ts'
import { useStationLink } from './station-context.tsx'

/** Not asked for before `enabled`. */
export function usePlan(date: string, enabled = true) {
  const link = useStationLink()
  return useQuery<CallOut<'plan.read'>, CallError>({
    queryKey: answerKeys.plan(date),
    queryFn: () => asked(link, 'plan.read', { date }),
    enabled,
  })
}

export function usePlanFits(date: string) {
  const link = useStationLink()
  return useQuery<CallOut<'plan.fits'>, CallError>({
    queryKey: answerKeys.planFits(date),
    queryFn: () => asked(link, 'plan.fits', { date }),
  })
}
