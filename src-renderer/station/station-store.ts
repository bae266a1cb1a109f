// What the screen knows of the station at this moment: the state of the link, the last status, how its exports stand, and which
// answers have grown old. Lives as long as the page.
import type { QueryClient } from '@tanstack/query-core'
import {
  noBrake,
  withExport,
  usualShell,
  type BrakeView,
  type ExportView,
  type Grant,
  type LinkMessage,
  type ShellView,
  type StatusView,
} from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { createGrowOld, type GrowOld } from './old-answers.ts'
import type { ScreenLink } from './screen-link.ts'

export interface StationNow {
  link: 'connecting' | 'open' | 'lost'
  /** Null until the station has spoken once. */
  status: StatusView | null
  exports: readonly ExportView[]
  brake: BrakeView
  shell: ShellView
  /** What this screen may do. */
  grants: readonly Grant[]
  /** A PIN opened something here that closes again by itself. */
  unlocked: boolean
}

export interface StationStore {
  link: ScreenLink
  now: () => StationNow
  subscribe: (listener: () => void) => () => void
}

export function createStationStore(link: ScreenLink, answers: QueryClient): StationStore {
  const listeners = new Set<() => void>()
  const growOld = createGrowOld(answers)
  let now: StationNow = {
    link: 'connecting',
    status: null,
    exports: [],
    brake: noBrake,
    shell: usualShell,
    grants: [],
    unlocked: false,
  }

  const become = (next: StationNow): void => {
    now = next
    for (const listener of listeners) listener()
  }
  link.subscribe((message) => {
    become(after(now, message))
    refresh(growOld, message)
  })
  return {
    link,
    now: () => now,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function after(now: StationNow, message: LinkMessage): StationNow {
  switch (message.kind) {
    case 'link':
      // 'connecting' after a loss is one more try, not a link: the loss stays on the screen until the link is open
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

function refresh(growOld: GrowOld, message: LinkMessage): void {
  if (message.kind === 'snapshot') growOld()
  if (message.kind !== 'push') return
  switch (message.name) {
    case 'status':
      growOld(answerKeys.marks())
      return growOld(answerKeys.deviations())
    case 'changed':
      growOld(answerKeys.marks())
      growOld(answerKeys.mark())
      for (const date of message.data.dates) {
        growOld(answerKeys.list(date))
        growOld(answerKeys.plan(date))
      }
      for (const sheetId of message.data.sheetIds) {
        growOld(answerKeys.sheet(sheetId))
        growOld(answerKeys.work(sheetId))
        growOld(answerKeys.program(sheetId))
      }
      return
    case 'workshop':
      growOld(answerKeys.plan())
      return growOld(answerKeys.workshop())
    case 'export':
    case 'brake':
    case 'shell':
    case 'grants':
      return
  }
}
