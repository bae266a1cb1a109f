// Which troubles with the service stand over the status line: each once, told by whoever knows it best. Pure.
import type { Problem, StatusView } from '../../shared/station-api/index.ts'

export interface ShownProblem {
  problem: Problem
  /** Nothing goes on before a person has done something. */
  stops: boolean
}

/**
 * The connection's, and the queue's where it says more. Marks and readings find a broken network out each in their own way, such as
 * one by a time-out and one by a fault: while the connection tells of it, the queue has nothing to add.
 */
export function problemsShown({ connection, queue }: Pick<StatusView, 'connection' | 'queue'>): ShownProblem[] {
  const ofQueue = { problem: queue.problem, stops: queue.state !== 'running' && queue.state !== 'offline' }
  const saysMore = ofQueue.stops && queue.problem?.code !== connection.problem?.code
  return [
    { problem: connection.problem, stops: connection.state === 'blocked' },
    ...(connection.problem === null || saysMore ? [ofQueue] : []),
  ].flatMap(({ problem, stops }) => (problem === null ? [] : [{ problem, stops }]))
}
