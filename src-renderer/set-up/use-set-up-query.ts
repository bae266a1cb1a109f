// The answers of the station for the set-up screen, in the query cache. Some are read at an interval while they are shown.
import { useQuery } from '@tanstack/react-query'
import type { AutomaticCall, CallError, CallIn, CallName, CallOut } from '../../shared/station-api/index.ts'
import { callStation } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'

/** The query key. A call with the same answer may store its answer under it. */
export const setUpQueryKey = <Name extends CallName>(name: Name, input: CallIn<Name>) =>
  ['set-up', name, input] as const

export function useSetUpQuery<Name extends AutomaticCall>(
  name: Name,
  input: CallIn<Name>,
  everyMs: number | false = false,
) {
  const link = useStationLink()
  return useQuery<CallOut<Name>, CallError>({
    queryKey: setUpQueryKey(name, input),
    queryFn: () => callStation(link, name, input),
    refetchInterval: everyMs,
    // the old list stays until the filtered one is loaded
    placeholderData: (previous) => previous,
  })
}
