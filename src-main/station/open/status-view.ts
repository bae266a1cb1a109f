// The status that every screen shows: freshness, the queue of marks, and problems. Pure.
import { basename } from 'node:path'
import type { Problem, StatusView } from '../../../shared/station-api/index.ts'
import { nextWorkingDay } from '../../../shared/workshop-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger, QueueView, SetAside } from '../../ledger/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import type { SyncStatus } from '../../sync/index.ts'
import type { Restoring } from './station-options.ts'

export interface StatusSources {
  cache: Pick<Cache, 'me' | 'dayOf' | 'brakes' | 'warnings' | 'problem'>
  ledger: Pick<Ledger, 'setAside' | 'journal' | 'problem'> & {
    marks: Pick<Ledger['marks'], 'summary'>
    deviations: Pick<Ledger['deviations'], 'open'>
  }
  queue: QueueView
  sync: SyncStatus
  /** A technician has connected a workshop. */
  isConnected: boolean
  today: string
  ownBrakeId: string | null
  /** Null: no backup was restored, or a person has read the result. */
  restoring: Restoring | null
  /** The key is in a file, because the system has no key store that works. */
  keyInFile: boolean
  /** The station's folder, where other users of this computer can read it; null: they cannot. */
  openFolder: string | null
  /** Open reports of wrong drawings at other stations. */
  stopsElsewhere: number
  /** How many stations are paired and linked; empty: this one is alone. */
  stations: Pick<StatusView, 'stations'>
}

export function statusView(sources: StatusSources): StatusView {
  const { cache, ledger, queue, sync, today } = sources
  const summary = ledger.marks.summary()
  const me = cache.me()
  const days = [
    { date: today, label: 'today' },
    { date: nextWorkingDay(today), label: 'next' },
  ] as const
  return {
    workshop: me === null ? null : { ...me.organization, environment: me.key.environment === 'live' ? 'live' : 'test' },
    connection: sources.isConnected ? sync.connection : notConnected,
    upToDateAt: sync.confirmedAt,
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
    stoppedSheets: ledger.deviations.open().length + sources.stopsElsewhere,
    ...sources.stations,
    warnings: [...storeWarnings(sources), ...sync.warnings],
  }
}

const notConnected: StatusView['connection'] = {
  state: 'blocked',
  problem: { code: 'not_connected_yet', params: {} },
}

function storeWarnings({ cache, ledger, keyInFile, restoring, openFolder }: StatusSources): Problem[] {
  const setAside = ledger.setAside()
  const problem = ledger.problem()
  const journalProblem = ledger.journal.problem()
  const cacheProblem = cache.problem()
  return [
    ...(restoring === null ? [] : [restoringProblem(restoring)]),
    ...(setAside === null ? [] : [setAsideProblem(setAside)]),
    ...(problem === null ? [] : [{ code: 'outbox_failing', params: { message: problem } } as const]),
    ...(journalProblem === null ? [] : [{ code: 'journal_failing', params: { message: journalProblem } } as const]),
    ...(cacheProblem === null ? [] : [{ code: 'cache_failing', params: { message: cacheProblem } } as const]),
    ...cache.warnings().map(({ why, setAside: file }) => ({ code: 'cache_rebuilt', params: { why, file } }) as const),
    ...(openFolder === null ? [] : [{ code: 'folder_readable', params: { folder: openFolder } } as const]),
    ...(keyInFile ? [{ code: 'key_in_file', params: {} } as const] : []),
  ]
}

function restoringProblem(restoring: Restoring): Problem {
  if (restoring.is === 'failed') return { code: 'restore_failed', params: { message: messageOf(restoring.error) } }
  const { aside, marks, undelivered } = restoring.restored
  return { code: 'restored', params: { marks, undelivered, folder: basename(aside) } }
}

function setAsideProblem({ file, rows, fromJournal, incomplete }: SetAside): Problem {
  const marks = rows['mark']
  // no store was rebuilt: the journal of another station was set aside
  if (marks === undefined) return { code: 'journal_of_another', params: { file } }
  const restored = fromJournal['mark'] ?? 0
  return { code: incomplete ? 'outbox_incomplete' : 'outbox_rebuilt', params: { file, marks, restored } }
}
