// The latest state of the station: the connection, the status, the exports, the brake and the grants. Marks answers as stale when the
// station reports a change. Exists as long as the page.
import type { QueryClient } from '@tanstack/query-core'
import { Emitter } from '../../shared/base/emitter.ts'
import {
  noBrake,
  withExport,
  defaultShell,
  type BrakeView,
  type ExportView,
  type Grant,
  type LinkMessage,
  type ShellView,
  type StatusView,
} from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { createMarkStale, type MarkStale } from './stale-answers.ts'
import type { ScreenLink } from './screen-link.ts'

export interface StationNow {
  link: 'connecting' | 'open' | 'lost'
  /** Null until the first snapshot. */
  status: StatusView | null
  exports: readonly ExportView[]
  brake: BrakeView
  shell: ShellView
  /** What this screen may do. */
  grants: readonly Grant[]
  /** A PIN has opened a grant that closes again by itself. */
  unlocked: boolean
}

export interface StationStore {
  link: ScreenLink
  now: () => StationNow
  subscribe: (listener: () => void) => () => void
}

export function createStationStore(link: ScreenLink, answers: QueryClient): StationStore {
  const changes = new Emitter<undefined>((error) => console.error(error))
  const markStale = createMarkStale(answers)
  let now: StationNow = {
    link: 'connecting',
    status: null,
    exports: [],
    brake: noBrake,
    shell: defaultShell,
    grants: [],
    unlocked: false,
  }

  const setState = (next: StationNow): void => {
    now = next
    changes.emit(undefined)
  }
  link.subscribe((message) => {
    setState(nextState(now, message))
    markChanged(markStale, message)
  })
  return {
    link,
    now: () => now,
    subscribe: (listener) => changes.subscribe(listener),
  }
}

function nextState(now: StationNow, message: LinkMessage): StationNow {
  switch (message.kind) {
    case 'link':
      // 'connecting' after a loss is a retry: the screen shows the loss until the connection is open
      return message.state === 'connecting' && now.link === 'lost' ? now : { ...now, link: message.state }
    case 'snapshot':
      return { ...now, ...message.snapshot, grants: message.grants, unlocked: false }
    case 'push':
      if (message.name === 'status') return { ...now, status: message.data }
      if (message.name === 'brake') return { ...now, brake: message.data }
      if (message.name === 'shell') return { ...now, shell: message.data }
      if (message.name === 'grants') return { ...now, grants: message.data.open, unlocked: message.data.unlocked }
      return message.name === 'export' ? { ...now, exports: withExport(now.exports, message.data) } : now
  }
}

function markChanged(markStale: MarkStale, message: LinkMessage): void {
  if (message.kind === 'snapshot') markStale()
  if (message.kind !== 'push') return
  switch (message.name) {
    case 'status':
      markStale(answerKeys.marks())
      return markStale(answerKeys.deviations())
    case 'changed':
      markStale(answerKeys.marks())
      markStale(answerKeys.mark())
      for (const date of message.data.dates) {
        markStale(answerKeys.list(date))
        markStale(answerKeys.plan(date))
      }
      for (const sheetId of message.data.sheetIds) {
        markStale(answerKeys.sheet(sheetId))
        markStale(answerKeys.work(sheetId))
        markStale(answerKeys.program(sheetId))
      }
      return
    case 'workshop':
      markStale(answerKeys.plan())
      return markStale(answerKeys.workshop())
    case 'export':
    case 'brake':
    case 'shell':
    case 'grants':
      return
  }
}
