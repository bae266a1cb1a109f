// Reacts to changes of the connection: reads succeed again, or the service refuses the key. Pure.
import type { Drain } from '../../ledger/index.ts'
import type { SyncStatus } from '../../sync/sync.ts'

type Connection = SyncStatus['connection']

/** The listener is called with each status. `onKeyRefused`: a technician may have replaced the key already. */
export function createConnectionListener(
  drain: Pick<Drain, 'queue' | 'resume' | 'retryOffline'>,
  onKeyRefused: () => void,
): (connection: Connection) => void {
  let before: Connection = { state: 'starting', problem: null }
  /** A queue that was stopped by the same problem as the reads need not wait for its own next probe. */
  const restartQueue = (): void => {
    const { state, problem } = drain.queue()
    const isStopped = state === 'blocked_by_key' || state === 'blocked_by_plan' || problem?.code === 'other_workshop'
    if (isStopped) drain.resume()
    else drain.retryOffline()
  }
  return (connection) => {
    if (connection.state === 'online' && before.state !== 'online') restartQueue()
    const isRefused = connection.problem?.code === 'key_refused' && before.problem?.code !== 'key_refused'
    before = connection
    if (isRefused) onKeyRefused()
  }
}
