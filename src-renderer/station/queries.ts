// The station's answers as TanStack Query keeps them. They grow old when the station says so, the workshop's own files besides by
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
import type { CallError, CallIn, CallName, CallOut } from '../../shared/station-api/index.ts'
import { answerKeys, listKey } from './answer-keys.ts'
import { useStationLink } from './station-context.tsx'
import { readListInParts } from './read-list.ts'
import type { ScreenLink } from './screen-link.ts'
import { callErrorOf } from './station-link.ts'
import { storeAnswered } from './store-refuses.ts'

/** `always`: whether the computer has a network says nothing of the station, which is on the same computer. */
export function createAnswers(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** CSS pixels: about as low as a line of the list gets (--row-height). */
const lowestLine = 64
/** A busy screen goes on reading all the same. */
const longestBreathMs = 100

const listAnswer = (
  link: ScreenLink,
  answers: QueryClient,
  date: string,
): UseQueryOptions<CallOut<'list.read'>, CallError> => ({
  queryKey: answerKeys.list(date),
  queryFn: async () => {
    const queryKey = answerKeys.list(date)
    try {
      return await readListInParts(link, date, {
        shown: answers.getQueryData(queryKey),
        atFirst: Math.ceil(window.innerHeight / lowestLine),
        tell: (soFar) => answers.setQueryData(queryKey, soFar),
        breathe: () => new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: longestBreathMs })),
      })
    } catch (thrown) {
      throw callErrorOf(thrown)
    }
  },
})

/**
 * Asks for today's list as soon as the station has said which day it is, before anything of it is drawn. Resolves as soon as there is
 * something of it to draw, or nothing to be had.
 */
export function readTodayAhead(link: ScreenLink, answers: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = link.subscribe((message) => {
      if (message.kind !== 'snapshot') return
      const unwatch = answers.getQueryCache().subscribe(({ query }) => query.state.data !== undefined && settle())
      const settle = (): void => {
        unwatch()
        resolve()
      }
      void answers.prefetchQuery(listAnswer(link, answers, message.snapshot.status.today)).then(settle)
      queueMicrotask(() => stop())
    })
  })
}

export function useList(date: string) {
  return useQuery(listAnswer(useStationLink(), useQueryClient(), date))
}

/** Those of several days that are here. */
export function useLists(dates: readonly string[]): CallOut<'list.read'>[] {
  const link = useStationLink()
  const answers = useQueryClient()
  return useQueries({
    queries: dates.map((date) => listAnswer(link, answers, date)),
    combine: (answers) => answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
}

/** Not asked for before `enabled`. */
export function useSheet(sheetId: string, enabled = true) {
  const link = useStationLink()
  return useQuery<CallOut<'sheet.read'>, CallError>({
    queryKey: answerKeys.sheet(sheetId),
    queryFn: () => asked(link, 'sheet.read', { sheetId }),
    enabled,
  })
}

export function useMarks() {
  const link = useStationLink()
  return useQuery<CallOut<'marks.list'>, CallError>({
    queryKey: answerKeys.marks(),
    queryFn: () => asked(link, 'marks.list', {}),
  })
}

/** How the scanner of this station is set. */
export function useScannerSettings() {
  const link = useStationLink()
  return useQuery<CallOut<'scanner.read'>, CallError>({
    queryKey: answerKeys.scanner(),
    queryFn: () => asked(link, 'scanner.read', {}),
  })
}

/** The station looks at the workshop's files only when it is asked. */
const filesGrowOldMs = 10_000

/** The workshop's machines, tables and tolerance, as its own files say. */
export function useWorkshop() {
  return useQuery(workshopAnswer(useStationLink()))
}

/** Asks for them again and again, so that a changed file is noticed beneath whatever stands open: once for the whole screen. */
export function useWorkshopWatch(): void {
  useQuery({ ...workshopAnswer(useStationLink()), refetchInterval: filesGrowOldMs })
}

const workshopAnswer = (link: ScreenLink): UseQueryOptions<CallOut<'workshop.read'>, CallError> => ({
  queryKey: answerKeys.workshop(),
  queryFn: () => asked(link, 'workshop.read', {}),
  staleTime: filesGrowOldMs,
})

/** Calls after which every answer of the station is as it was. */
const changesNothing: ReadonlySet<CallName> = new Set(['language.choose', 'export.start', 'export.cancel'])

/**
 * Whatever changes a list, a call too, the station says so before the call is answered; a day of thousands is not read once more for
 * every piece counted.
 */
const isNotToldOf = ({ queryKey }: Query): boolean => queryKey[0] !== listKey

/** A call that does something; what is on the screen is read anew once it has been answered. */
export function useCall<Name extends CallName>(name: Name) {
  const link = useStationLink()
  const answers = useQueryClient()
  return useMutation<CallOut<Name>, CallError, CallIn<Name>>({
    mutationFn: (input) => asked(link, name, input),
    onSettled: (_, error) => {
      storeAnswered(name, error)
      return changesNothing.has(name) ? undefined : answers.invalidateQueries({ predicate: isNotToldOf })
    },
  })
}

export async function asked<Name extends CallName>(
  link: ScreenLink,
  name: Name,
  input: CallIn<Name>,
): Promise<CallOut<Name>> {
  try {
    return await link.call(name, input)
  } catch (thrown) {
    throw callErrorOf(thrown)
  }
}
