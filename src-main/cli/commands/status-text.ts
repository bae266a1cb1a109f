// The station's state in sentences for a technician at a terminal. Pure.
import type { StatusView } from '../../../shared/station-api/index.ts'
import { exportTexts, type Sentences } from '../../exports/index.ts'
import { momentAndAge } from '../terminal.ts'

type Problem = StatusView['warnings'][number]

export interface StatusWording {
  /** The English texts of the screen. */
  readonly sentences: Sentences
  /** Milliseconds since 1970. */
  readonly now: number
  /** Default: the computer's own. */
  readonly timeZone?: string
}

/** Sentences, the most important first. */
export function describeStatus(status: StatusView, { sentences, now, timeZone }: StatusWording): string[] {
  const { connection, upToDateAt, pull, queue, days, warnings } = status
  const { say: translate } = exportTexts('en', sentences)
  const formatInstant = (instant: string): string => momentAndAge(instant, now, timeZone)
  const describe = (problem: Problem): string => describeProblem(problem, sentences[`problem.${problem.code}.text`])
  const suffix = (problem: Problem | null): string => (problem === null ? '' : ` ${describe(problem)}`)
  return [
    describeWorkshop(status),
    `Connection: ${connection.state}${connection.state === 'online' && queue.state !== 'running' ? ', but no mark is sent' : ''}.${suffix(connection.problem)}`,
    upToDateAt === null
      ? 'Data: never complete since the station was connected.'
      : `Data: last complete at ${formatInstant(upToDateAt)}.`,
    ...(pull === null ? [] : [`Fetching: ${pull.done} of ${pull.total} sheets, about ${pull.secondsLeft} s left.`]),
    ...days.map(({ date, bent, entries, readAt }) =>
      readAt === null
        ? `List of ${date}: never read.`
        : `List of ${date}: ${bent} of ${entries} bent, read at ${formatInstant(readAt)}.`,
    ),
    `Marks: ${queue.undelivered} undelivered, ${queue.held} can still be undone, ${queue.needsPerson} need a person.`,
    `${translate(`queue.${queue.state}`)}${suffix(queue.problem)}`,
    ...warnings.map(
      (warning) => `Warning: ${describe(warning)} ${translate(`problem.${warning.code}.todo`, texts(warning))}`,
    ),
  ]
}

/** A station that lost its cache has the address and the key, but does not know the workshop until the service answers. */
function describeWorkshop({ workshop, connection }: StatusView): string {
  if (workshop !== null) return `Workshop: ${workshop.name} (${workshop.shopSlug}), ${workshop.environment}.`
  return connection.problem?.code === 'not_connected_yet'
    ? 'No workshop is connected yet.'
    : 'Workshop: unknown until the service answers.'
}

/** The sentence of a problem, and in brackets the parameters that it does not contain. */
function describeProblem(problem: Problem, sentence = problem.code.replaceAll('_', ' ')): string {
  const params = texts(problem)
  const { say: translate } = exportTexts('en', { sentence })
  const unused = Object.entries(params).filter(([name, value]) => value !== '' && !sentence.includes(`{{${name}}}`))
  const details = unused.map(([name, value]) => `${name} ${value}`).join(', ')
  return `${translate('sentence', params)}${details === '' ? '' : ` (${details})`}`
}

const texts = ({ params }: Problem): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
