// The station's answers about the work on a sheet, the people who do it, and marks in detail.
import { useQuery } from '@tanstack/react-query'
import type { CallError, CallOut } from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { callStation } from './queries.ts'
import { useStationLink } from './station-context.tsx'

export function useWork(sheetId: string) {
  const link = useStationLink()
  return useQuery<CallOut<'work.read'>, CallError>({
    queryKey: answerKeys.work(sheetId),
    queryFn: () => callStation(link, 'work.read', { sheetId }),
  })
}

export function useOperators() {
  const link = useStationLink()
  return useQuery<CallOut<'operators.list'>, CallError>({
    queryKey: answerKeys.operators(),
    queryFn: () => callStation(link, 'operators.list', {}),
  })
}

export function useMarkDetails(markId: string) {
  const link = useStationLink()
  return useQuery<CallOut<'mark.details'>, CallError>({
    queryKey: answerKeys.mark(markId),
    queryFn: () => callStation(link, 'mark.details', { markId }),
  })
}

/** The drawings that this station has reported as wrong. */
export function useDeviations() {
  const link = useStationLink()
  return useQuery<CallOut<'deviations.list'>, CallError>({
    queryKey: answerKeys.deviations(),
    queryFn: () => callStation(link, 'deviations.list', {}),
  })
}

/** The brake's program for one piece of this drawing, or why there is none. Not read before `enabled`. */
export function useProgram(sheetId: string, drawingVersion: number, pieceNo: number, enabled = true) {
  const link = useStationLink()
  return useQuery<CallOut<'brake.preview'>, CallError>({
    queryKey: answerKeys.program(sheetId, drawingVersion, pieceNo),
    queryFn: () => callStation(link, 'brake.preview', { sheetId, drawingVersion, pieceNo }),
    enabled,
  })
}
