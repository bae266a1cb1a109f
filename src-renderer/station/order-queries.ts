// The papers of an order and the bytes of its files, from the station.
import { useQuery } from '@tanstack/react-query'
import { paperPartBytes, type CallError, type CallOut } from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { callStation } from './queries.ts'
import type { ScreenLink } from './screen-link.ts'
import { useStationLink } from './station-context.tsx'

/** The call also has the station read the order again if what it has is old. */
export function useOrderPapers(orderNumber: string) {
  const link = useStationLink()
  return useQuery<CallOut<'order.read'>, CallError>({
    queryKey: answerKeys.papers(orderNumber),
    queryFn: () => callStation(link, 'order.read', { orderNumber }),
    // each opening asks again
    refetchOnMount: 'always',
  })
}

/** The number of the order that has a sticker with this number; null: no stored order has it, or not known yet. */
export function useOrderWithSticker(digits: string): string | null {
  const link = useStationLink()
  const { data } = useQuery<CallOut<'scan.read'>, CallError>({
    queryKey: answerKeys.sticker(digits),
    queryFn: () => callStation(link, 'scan.read', { text: digits }),
    enabled: digits !== '',
    refetchOnMount: 'always',
  })
  return data?.kind === 'order' ? data.orderNumber : null
}

export interface OpenedFile {
  type: CallOut<'order.file'>['type']
  base64: string
}

/** The whole file. It leaves the memory soon after it is closed. */
export function usePaperFile(orderNumber: string, fileId: string) {
  const link = useStationLink()
  return useQuery<OpenedFile, CallError>({
    queryKey: [...answerKeys.papers(orderNumber), fileId],
    queryFn: () => readWholeFile(link, orderNumber, fileId),
    // an attachment never changes, so a change of the order does not read it again
    staleTime: 'static',
    gcTime: 30_000,
  })
}

async function readWholeFile(link: ScreenLink, orderNumber: string, fileId: string): Promise<OpenedFile> {
  const parts: string[] = []
  for (let offset = 0; ; offset += paperPartBytes) {
    // oxlint-disable-next-line no-await-in-loop
    const { type, bytes, base64 } = await callStation(link, 'order.file', { orderNumber, fileId, offset })
    parts.push(base64)
    if (offset + paperPartBytes >= bytes) return { type, base64: parts.join('') }
  }
}
