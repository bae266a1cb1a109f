// The queries of the overview. They are refreshed at an interval while they are shown, instead of at each change, so that a busy station
// is not overloaded.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallError, CallOut, OversightFilter } from '../../shared/station-api/index.ts'
import { callStation } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'
import type { DayRange } from './day-range.ts'

const refetchEveryMs = 5_000

export function useOversight(range: DayRange) {
  const link = useStationLink()
  return useQuery<CallOut<'oversight.read'>, CallError>({
    queryKey: ['oversight', 'counts', range.from, range.to],
    queryFn: () => callStation(link, 'oversight.read', range),
    refetchInterval: refetchEveryMs,
  })
}

export function useSheetsBehind(range: DayRange, filter: OversightFilter) {
  const link = useStationLink()
  return useQuery<CallOut<'oversight.sheets'>, CallError>({
    queryKey: ['oversight', 'sheets', range, filter],
    queryFn: () => callStation(link, 'oversight.sheets', { range, filter }),
    refetchInterval: refetchEveryMs,
  })
}

export function useActions(range: DayRange) {
  const link = useStationLink()
  return useQuery<CallOut<'oversight.acts'>, CallError>({
    queryKey: ['oversight', 'acts', range.from, range.to],
    queryFn: () => callStation(link, 'oversight.acts', range),
    refetchInterval: refetchEveryMs,
    placeholderData: keepPreviousData,
  })
}
