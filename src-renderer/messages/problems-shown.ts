// Which problems with the service the message bar shows, each once. Pure.
import type { Problem, StatusView } from '../../shared/station-api/index.ts'

export interface ShownProblem {
  problem: Problem
  /** Work continues only after a person has acted. */
  stops: boolean
}

/**
 * The problem of the connection, and the problem of the queue if it is another one. Both detect a broken network in their own way, for
 * example as a timeout and as an error: the connection's problem is enough then.
 */
export function problemsShown({ connection, queue }: Pick<StatusView, 'connection' | 'queue'>): ShownProblem[] {
  const ofQueue = { problem: queue.problem, stops: queue.state !== 'running' && queue.state !== 'offline' }
  const isOtherProblem = ofQueue.stops && queue.problem?.code !== connection.problem?.code
  return [
    { problem: connection.problem, stops: connection.state === 'blocked' },
    ...(connection.problem === null || isOtherProblem ? [ofQueue] : []),
  ].flatMap(({ problem, stops }) => (problem === null ? [] : [{ problem, stops }]))
}
