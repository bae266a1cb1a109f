// The station's state in sentences for a technician at a terminal. Pure.
import type { StatusView } from '../../shared/station-api/index.ts'

type Problem = StatusView['warnings'][number]

/** Each a sentence, the most important first. */
export function statusInWords(status: StatusView): string[] {
  const { workshop, connection, freshAt, pull, queue, days, warnings } = status
  return [
    workshop === null
      ? 'Connected to no workshop yet.'
      : `Workshop: ${workshop.name} (${workshop.shopSlug}), ${workshop.environment}.`,
    `Connection: ${connection.state}${because(connection.problem)}.`,
    freshAt === null ? 'Never whole since it was connected.' : `Last whole at ${freshAt}.`,
    ...(pull === null ? [] : [`Fetching: ${pull.done} of ${pull.total} sheets, about ${pull.secondsLeft} s left.`]),
    ...days.map(({ date, bent, entries, readAt }) =>
      readAt === null
        ? `List of ${date}: never read.`
        : `List of ${date}: ${bent} of ${entries} bent, read at ${readAt}.`,
    ),
    `Marks: ${queue.undelivered} on their way, ${queue.held} may still be undone, ${queue.needsPerson} need a person; queue ${queue.state}${because(queue.problem)}.`,
    ...warnings.map((warning) => `Warning: ${named(warning)}.`),
  ]
}

const because = (problem: Problem | null): string => (problem === null ? '' : ` – ${named(problem)}`)

const named = ({ code, params }: Problem): string => {
  const figures = Object.entries(params).map(([name, value]) => `${name} ${value}`)
  return figures.length === 0 ? code : `${code} (${figures.join(', ')})`
}
