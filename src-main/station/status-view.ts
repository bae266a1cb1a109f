// The line that is always on the screen: how fresh, what is queued, what stands in the way. Pure: reads what it is handed.
import { basename } from 'node:path'
import type { Problem, StatusView } from '../../shared/station-api/index.ts'
import { nextWorkingDay } from '../../shared/workshop-api/index.ts'
import type { Cache } from '../cache/cache.ts'
import type { Outbox, QueueView, SetAside } from '../outbox/index.ts'
import { messageOf } from '../platform/message-of.ts'
import type { SyncStatus } from '../sync/sync.ts'
import type { Restoring } from './station-options.ts'

export interface StatusSources {
  cache: Pick<Cache, 'me' | 'dayOf' | 'brakes' | 'warnings' | 'problem'>
  outbox: Pick<Outbox, 'setAside' | 'journal' | 'problem'> & {
    marks: Pick<Outbox['marks'], 'summary'>
    deviations: Pick<Outbox['deviations'], 'open'>
  }
  queue: QueueView
  sync: SyncStatus
  /** To a workshop, by a technician. */
  isConnected: boolean
  today: string
  ownBrakeId: string | null
  /** Null: no backup was to be put back, or a person has read what became of it. */
  restoring: Restoring | null
  /** The key lies in a file, for want of a key store of the system's. */
  keyInFile: boolean
}

export function statusView(sources: StatusSources): StatusView {
  const { cache, outbox, queue, sync, today } = sources
  const summary = outbox.marks.summary()
  const me = cache.me()
  const days = [
    { date: today, label: 'today' },
    { date: nextWorkingDay(today), label: 'next' },
  ] as const
  return {
    workshop: me === null ? null : { ...me.organization, environment: me.key.environment === 'live' ? 'live' : 'test' },
    connection: sources.isConnected ? sync.connection : notConnected,
    freshAt: sync.freshAt,
    pull: sync.pull,
    queue: {
      ...queue,
      held: summary.held,
      undelivered: summary.undelivered,
      needsPerson: summary.needsPerson,
      oldestMarkedAt: summary.oldestMarkedAt === null ? null : new Date(summary.oldestMarkedAt).toISOString(),
    },
    today,
    days: days.map(({ date, label }) => ({ ...cache.dayOf(date), label })),
    brakes: cache.brakes(),
    ownBrakeId: sources.ownBrakeId,
    // sheets whose drawing is reported wrong here
    stopped: outbox.deviations.open().length,
    warnings: [...storeWarnings(sources), ...sync.warnings],
  }
}

const notConnected: StatusView['connection'] = {
  state: 'blocked',
  problem: { code: 'not_connected_yet', params: {} },
}

function storeWarnings({ cache, outbox, keyInFile, restoring }: StatusSources): Problem[] {
  const setAside = outbox.setAside()
  const problem = outbox.problem()
  const journalProblem = outbox.journal.problem()
  const cacheProblem = cache.problem()
  return [
    ...(restoring === null ? [] : [restoringProblem(restoring)]),
    ...(setAside === null ? [] : [setAsideProblem(setAside)]),
    ...(problem === null ? [] : [{ code: 'outbox_failing', params: { message: problem } } as const]),
    ...(journalProblem === null ? [] : [{ code: 'journal_failing', params: { message: journalProblem } } as const]),
    ...(cacheProblem === null ? [] : [{ code: 'cache_failing', params: { message: cacheProblem } } as const]),
    ...cache.warnings().map(({ why, setAside: file }) => ({ code: 'cache_rebuilt', params: { why, file } }) as const),
    ...(keyInFile ? [{ code: 'key_in_file', params: {} } as const] : []),
  ]
}

function restoringProblem(restoring: Restoring): Problem {
  if (restoring.is === 'failed') return { code: 'restore_failed', params: { message: messageOf(restoring.fault) } }
  const { aside, marks, undelivered } = restoring.restored
  return { code: 'restored', params: { marks, undelivered, folder: basename(aside) } }
}

function setAsideProblem({ file, rows, fromJournal, incomplete }: SetAside): Problem {
  const marks = rows['mark']
  // nothing was rebuilt: it was the journal that did not belong here
  if (marks === undefined) return { code: 'journal_of_another', params: { file } }
  const restored = fromJournal['mark'] ?? 0
  return { code: incomplete ? 'outbox_incomplete' : 'outbox_rebuilt', params: { file, marks, restored } }
}
