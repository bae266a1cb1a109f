// The station's answers in the query cache. An answer is stale when the station reports a change; the workshop's files also after a
// time.
import {
  QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type Query,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { CallError, CallIn, CallName, CallOut, PersonCall } from '../../shared/station-api/index.ts'
import { othersReason, type OthersQuestion } from '../peers/others-question.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { answerKeys, listKey } from './answer-keys.ts'
import { useStationLink } from './station-context.tsx'
import { readListInParts } from './read-list.ts'
import type { ScreenLink } from './screen-link.ts'
import { callErrorOf } from './station-link.ts'

/** `always`: the station is on the same computer, so that the network does not matter. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** CSS pixels: about the least height of a row of the list (--row-height). */
const minRowHeight = 48
/** A busy screen continues to read after this time. */
const maxIdleWaitMs = 100

const listQuery = (
  link: ScreenLink,
  queryClient: QueryClient,
  date: string,
): UseQueryOptions<CallOut<'list.read'>, CallError> => ({
  queryKey: answerKeys.list(date),
  queryFn: async () => {
    const queryKey = answerKeys.list(date)
    try {
      return await readListInParts(link, date, {
        shown: queryClient.getQueryData(queryKey),
        firstCount: Math.ceil(window.innerHeight / minRowHeight),
        onFirstPart: (soFar) => queryClient.setQueryData(queryKey, soFar),
        waitForIdle: () => new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: maxIdleWaitMs })),
      })
    } catch (thrown) {
      throw callErrorOf(thrown)
    }
  },
})

/**
 * Reads today's list as soon as the station has reported the date, before the first rendering. Resolves when the first entries are here,
 * or when the list cannot be read.
 */
export function prefetchToday(link: ScreenLink, queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = link.subscribe((message) => {
      if (message.kind !== 'snapshot') return
      const unsubscribe = queryClient
        .getQueryCache()
        .subscribe(({ query }) => query.state.data !== undefined && settle())
      const settle = (): void => {
        unsubscribe()
        resolve()
      }
      void queryClient.prefetchQuery(listQuery(link, queryClient, message.snapshot.status.today)).then(settle)
      queueMicrotask(() => stop())
    })
  })
}

export function useList(date: string) {
  return useQuery(listQuery(useStationLink(), useQueryClient(), date))
}

/** The lists of several days, as far as they are loaded. */
export function useLists(dates: readonly string[]): CallOut<'list.read'>[] {
  const link = useStationLink()
  const queryClient = useQueryClient()
  return useQueries({
    queries: dates.map((date) => listQuery(link, queryClient, date)),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
}

/** Not read before `enabled`. */
export function useSheet(sheetId: string, enabled = true) {
  const link = useStationLink()
  return useQuery<CallOut<'sheet.read'>, CallError>({
    queryKey: answerKeys.sheet(sheetId),
    queryFn: () => callStation(link, 'sheet.read', { sheetId }),
    enabled,
  })
}

export function useMarks(isNeeded = true) {
  const link = useStationLink()
  return useQuery<CallOut<'marks.list'>, CallError>({
    queryKey: answerKeys.marks(),
    queryFn: () => callStation(link, 'marks.list', {}),
    enabled: isNeeded,
  })
}

/** The scanner settings of this station. */
export function useScannerSettings() {
  const link = useStationLink()
  return useQuery<CallOut<'scanner.read'>, CallError>({
    queryKey: answerKeys.scanner(),
    queryFn: () => callStation(link, 'scanner.read', {}),
  })
}

/** The station reads the workshop's files only on a call. */
const filesStaleAfterMs = 10_000

/** The workshop's machines, tables and tolerance, from its own files. */
export function useWorkshop() {
  return useQuery(workshopQuery(useStationLink()))
}

/** Reads the files again at an interval, so that a change is noticed on every screen. Use it once. */
export function useWorkshopWatch(): void {
  useQuery({ ...workshopQuery(useStationLink()), refetchInterval: filesStaleAfterMs })
}

const workshopQuery = (link: ScreenLink): UseQueryOptions<CallOut<'workshop.read'>, CallError> => ({
  queryKey: answerKeys.workshop(),
  queryFn: () => callStation(link, 'workshop.read', {}),
  staleTime: filesStaleAfterMs,
})

/** The beginning of a command line of this station; null until the station has answered. */
export function useCommandStart(): string | null {
  const link = useStationLink()
  const { data } = useQuery<CallOut<'setup.command'>, CallError>({
    queryKey: answerKeys.command(),
    queryFn: () => callStation(link, 'setup.command', {}),
  })
  return data?.start ?? null
}

/** Calls that change no answer of the station. */
const changesNothing: ReadonlySet<CallName> = new Set(['language.choose', 'export.start', 'export.cancel'])

/**
 * The station reports a changed list before it answers the call, so that a list of thousands is not read again for every counted
 * piece.
 */
const isNotList = ({ queryKey }: Query): boolean => queryKey[0] !== listKey

/** A call that changes something. The answers on the screen are read again after it. */
export function useCall<Name extends PersonCall>(name: Name) {
  const link = useStationLink()
  const queryClient = useQueryClient()
  const { storageRefusal, othersQuestion } = useScreenStore()
  return useMutation<CallOut<Name>, CallError, CallIn<Name>>({
    mutationFn: (input) => callAskingFirst(link, othersQuestion, name, input),
    onSettled: (_, error) => {
      storageRefusal.onCallEnded(name, error)
      return changesNothing.has(name) ? undefined : queryClient.invalidateQueries({ predicate: isNotList })
    },
  })
}

/** Where another station works on the same sheet, a person answers first, and the call is made again. */
async function callAskingFirst<Name extends PersonCall>(
  link: ScreenLink,
  question: OthersQuestion,
  name: Name,
  input: CallIn<Name>,
): Promise<CallOut<Name>> {
  try {
    return await callStation(link, name, input)
  } catch (thrown) {
    const reason = othersReason(name, callErrorOf(thrown).code)
    if (reason === null || !('sheetId' in input)) throw thrown
    if (!(await question.ask(reason, input.sheetId))) throw thrown
    return callStation(link, name, { ...input, isDespiteOthers: true })
  }
}

/** With `signal`, the station drops the work for the answer when the signal is aborted. */
export async function callStation<Name extends CallName>(
  link: ScreenLink,
  name: Name,
  input: CallIn<Name>,
  signal?: AbortSignal,
): Promise<CallOut<Name>> {
  try {
    return await link.call(
      name,
      input,
      signal === undefined ? undefined : (cancel) => signal.addEventListener('abort', cancel, { once: true }),
    )
  } catch (thrown) {
    throw callErrorOf(thrown)
  }
}
