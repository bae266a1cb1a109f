// What the station does when reads begin to go through again, or the key is refused. Pure: acts through what it is handed.
import type { Drain } from '../outbox/index.ts'
import type { SyncStatus } from '../sync/sync.ts'

type Connection = SyncStatus['connection']

/** Told of each connection as it is; `onKeyRefused`: another key may lie here already, exchanged in the workshop. */
export function connectionNews(
  drain: Pick<Drain, 'queue' | 'resume' | 'kick'>,
  onKeyRefused: () => void,
): (connection: Connection) => void {
  let before: Connection = { state: 'starting', problem: null }
  /** What stood in the way of reads is over: a queue that it stopped need not wait for its own next probe. */
  const letMarksGo = (): void => {
    const { state, problem } = drain.queue()
    const stopped = state === 'blocked_by_key' || state === 'blocked_by_plan' || problem?.code === 'other_workshop'
    if (stopped) drain.resume()
    else drain.kick()
  }
  return (connection) => {
    if (connection.state === 'online' && before.state !== 'online') letMarksGo()
    const refused = connection.problem?.code === 'key_refused' && before.problem?.code !== 'key_refused'
    before = connection
    if (refused) onKeyRefused()
  }
}
