// The counts as TanStack Query keeps them: counted anew every few seconds while they are looked at, so that a busy station is not asked
// at each change.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallError, CallOut, OversightWanted } from '../../shared/station-api/index.ts'
import { asked } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'
import type { DayRange } from './days-asked.ts'

const countedAnewMs = 5_000

export function useOversight(range: DayRange) {
  const link = useStationLink()
  return useQuery<CallOut<'oversight.read'>, CallError>({
    queryKey: ['oversight', 'counts', range.from, range.to],
    queryFn: () => asked(link, 'oversight.read', range),
    refetchInterval: countedAnewMs,
  })
}

export function useSheetsBehind(range: DayRange, wanted: OversightWanted) {
  const link = useStationLink()
  return useQuery<CallOut<'oversight.sheets'>, CallError>({
    queryKey: ['oversight', 'sheets', range, wanted],
    queryFn: () => asked(link, 'oversight.sheets', { range, wanted }),
    refetchInterval: countedAnewMs,
  })
}

export function useActs(range: DayRange) {
  const link = useStationLink()
  return useQuery<CallOut<'oversight.acts'>, CallError>({
    queryKey: ['oversight', 'acts', range.from, range.to],
    queryFn: () => asked(link, 'oversight.acts', range),
    refetchInterval: countedAnewMs,
    placeholderData: keepPreviousData,
  })
}
