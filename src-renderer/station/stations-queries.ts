// The station's answers about the other stations of the workshop.
import { useQuery } from '@tanstack/react-query'
import type { CallError, CallOut, SheetElsewhere, StationNow } from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { callStation } from './queries.ts'
import { useStationLink, useStatus } from './station-context.tsx'

/** Read only where stations are paired. */
function useWorkElsewhere() {
  const link = useStationLink()
  const { stations } = useStatus()
  return useQuery<CallOut<'stations.work'>, CallError>({
    queryKey: answerKeys.workElsewhere(),
    queryFn: () => callStation(link, 'stations.work', {}),
    enabled: stations !== undefined,
  })
}

/** This station first; empty: it is alone. */
export const useStationsNow = (): StationNow[] => useWorkElsewhere().data?.stations ?? []

/** Marks of other stations that wait for a person there. */
export const useStuckElsewhere = (): CallOut<'stations.work'>['stuckMarks'] => useWorkElsewhere().data?.stuckMarks ?? []

export type StopElsewhere = SheetElsewhere['stops'][number] & Pick<SheetElsewhere, 'sheetId'>

/** The drawings that other stations reported as wrong. */
export const useStopsElsewhere = (): StopElsewhere[] =>
  (useWorkElsewhere().data?.sheets ?? []).flatMap(({ sheetId, stops }) => stops.map((stop) => ({ ...stop, sheetId })))

/** Null: no other station has facts about the sheet. */
export function useSheetElsewhere(sheetId: string): SheetElsewhere | null {
  const { data } = useWorkElsewhere()
  return data?.sheets.find((sheet) => sheet.sheetId === sheetId) ?? null
}
