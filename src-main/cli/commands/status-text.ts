// The station's state in sentences for a technician at a terminal. Pure.
import type { StatusView } from '../../../shared/station-api/index.ts'
import { speechIn, type Sentences } from '../../exports/index.ts'
import { momentAndAge } from '../terminal/index.ts'

type Problem = StatusView['warnings'][number]

export interface StatusWording {
  /** The screen's, in English. */
  readonly sentences: Sentences
  /** Milliseconds since 1970. */
  readonly now: number
  /** The computer's own where none is given. */
  readonly timeZone?: string
}

/** Each a sentence, the most important first. */
export function describeStatus(status: StatusView, { sentences, now, timeZone }: StatusWording): string[] {
  const { connection, freshAt, pull, queue, days, warnings } = status
  const { say } = speechIn('en', sentences)
  const at = (instant: string): string => momentAndAge(instant, now, timeZone)
  const told = (problem: Problem): string => problemInWords(problem, sentences[`problem.${problem.code}.text`])
  const after = (problem: Problem | null): string => (problem === null ? '' : ` ${told(problem)}`)
  return [
    workshopInWords(status),
    `Connection: ${connection.state}${connection.state === 'online' && queue.state !== 'running' ? ', but no mark goes out' : ''}.${after(connection.problem)}`,
    freshAt === null ? 'Never whole since it was connected.' : `Last whole at ${at(freshAt)}.`,
    ...(pull === null ? [] : [`Fetching: ${pull.done} of ${pull.total} sheets, about ${pull.secondsLeft} s left.`]),
    ...days.map(({ date, bent, entries, readAt }) =>
      readAt === null
        ? `List of ${date}: never read.`
        : `List of ${date}: ${bent} of ${entries} bent, read at ${at(readAt)}.`,
    ),
    `Marks: ${queue.undelivered} on their way, ${queue.held} may still be undone, ${queue.needsPerson} need a person.`,
    `${say(`queue.${queue.state}`)}${after(queue.problem)}`,
    ...warnings.map((warning) => `Warning: ${told(warning)} ${say(`problem.${warning.code}.todo`, texts(warning))}`),
  ]
}

/** A station that lost its cache knows the address and the key, but not yet whose they are. */
function workshopInWords({ workshop, connection }: StatusView): string {
  if (workshop !== null) return `Workshop: ${workshop.name} (${workshop.shopSlug}), ${workshop.environment}.`
  return connection.problem?.code === 'not_connected_yet'
    ? 'Connected to no workshop yet.'
    : 'Workshop: not known here until the service has answered.'
}

/** The sentence, and in brackets what was found and has no place in it. */
function problemInWords(problem: Problem, sentence = problem.code.replaceAll('_', ' ')): string {
  const params = texts(problem)
  const { say } = speechIn('en', { sentence })
  const rest = Object.entries(params).filter(([name, value]) => value !== '' && !sentence.includes(`{{${name}}}`))
  const found = rest.map(([name, value]) => `${name} ${value}`).join(', ')
  return `${say('sentence', params)}${found === '' ? '' : ` (${found})`}`
}

const texts = ({ params }: Problem): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
