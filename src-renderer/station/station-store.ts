// The latest state of the station: the connection, the status, the exports, the brake and the grants. Marks answers as stale when the
// station reports a change. Exists as long as the page.
import type { QueryClient } from '@tanstack/query-core'
import { Emitter, type Unsubscribe } from '../../shared/base/emitter.ts'
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

export interface StationState {
  link: 'connecting' | 'open' | 'lost'
  /** Null until the first snapshot. */
  status: StatusView | null
  exports: readonly ExportView[]
  brake: BrakeView
  shell: ShellView
  /** What this screen may do. */
  grants: readonly Grant[]
  /** A PIN has opened a grant that closes after a time. */
  unlocked: boolean
}

export class StationStore {
  readonly link: ScreenLink
  readonly #changes = new Emitter<undefined>((error) => console.error(error))
  #state: StationState = {
    link: 'connecting',
    status: null,
    exports: [],
    brake: noBrake,
    shell: defaultShell,
    grants: [],
    unlocked: false,
  }

  constructor(link: ScreenLink, queryClient: QueryClient) {
    this.link = link
    const markStale = createMarkStale(queryClient)
    link.subscribe((message) => {
      this.#state = nextState(this.#state, message)
      this.#changes.emit(undefined)
      markChanged(markStale, message)
    })
  }

  state(): StationState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): Unsubscribe => this.#changes.subscribe(listener)
}

function nextState(state: StationState, message: LinkMessage): StationState {
  switch (message.kind) {
    case 'link':
      // 'connecting' after a loss is a retry: the screen shows the loss until the connection is open
      return message.state === 'connecting' && state.link === 'lost' ? state : { ...state, link: message.state }
    case 'snapshot':
      return { ...state, ...message.snapshot, grants: message.grants, unlocked: false }
    case 'push':
      if (message.name === 'status') return { ...state, status: message.data }
      if (message.name === 'brake') return { ...state, brake: message.data }
      if (message.name === 'shell') return { ...state, shell: message.data }
      if (message.name === 'grants') return { ...state, grants: message.data.open, unlocked: message.data.unlocked }
      return message.name === 'export' ? { ...state, exports: withExport(state.exports, message.data) } : state
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
        markStale(answerKeys.rowDetails(sheetId))
        markStale(answerKeys.work(sheetId))
        markStale(answerKeys.program(sheetId))
        markStale(answerKeys.orders(sheetId))
        markStale(answerKeys.bendPlan(sheetId))
      }
      return
    case 'workshop':
      markStale(answerKeys.plan())
      markStale(answerKeys.orders())
      markStale(answerKeys.bendPlan())
      markStale(answerKeys.program())
      markStale(answerKeys.operators())
      return markStale(answerKeys.workshop())
    case 'planned':
      markStale(answerKeys.plan())
      markStale(answerKeys.bendPlan())
      return markStale(answerKeys.orders())
    case 'papers':
      return markStale(answerKeys.papers(message.data.orderNumber))
    case 'stations':
      return markStale(answerKeys.workElsewhere())
    case 'export':
    case 'brake':
    case 'shell':
    case 'grants':
    case 'mark_asked':
      return
  }
}
