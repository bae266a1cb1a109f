// The station's answers to what the technician's room asks, kept as the other answers are; some asked again and again while shown.
import { useQuery } from '@tanstack/react-query'
import type { CallError, CallIn, CallName, CallOut } from '../../shared/station-api/index.ts'
import { asked } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'

/** What an answer is kept under; a call that answers the same may put its own there. */
export const askedKey = <Name extends CallName>(name: Name, input: CallIn<Name>) => ['set-up', name, input] as const

export function useAsked<Name extends CallName>(name: Name, input: CallIn<Name>, everyMs: number | false = false) {
  const link = useStationLink()
  return useQuery<CallOut<Name>, CallError>({
    queryKey: askedKey(name, input),
    queryFn: () => asked(link, name, input),
    refetchInterval: everyMs,
    // a list that is asked for with other words stays until the new one is here
    placeholderData: (before) => before,
  })
}
