// The contract between screen and station: pushes, the snapshot, and what a station implements. The calls are in calls/. Pure.
import * as z from 'zod'
import type { CancelSignal } from '../base/cancellation.ts'
import { day, uuid } from '../workshop-api/index.ts'
import type { Access } from './access.ts'
import type { CallIn, CallOut, StationCall } from './calls/index.ts'
import { brakeView, exportView, grantsView, shellView, statusView, type GrantsView } from './views/index.ts'

export interface PushShape {
  /** One English sentence for the reference page. */
  purpose: string
  data: z.ZodType
}

export const pushes = {
  status: { purpose: 'The status of the station changed.', data: statusView },
  changed: {
    purpose: 'The lists of these days and these sheets changed; a screen reads them again.',
    data: z.strictObject({ dates: z.array(day), sheetIds: z.array(uuid) }),
  },
  workshop: {
    purpose: "The workshop's own files or its press brakes changed; `workshop.read` returns them.",
    data: z.strictObject({}),
  },
  planned: {
    purpose:
      'Bends were planned: the answers of the machines changed. One push for many sheets, at most every two seconds.',
    data: z.strictObject({}),
  },
  papers: {
    purpose: 'The papers of an order changed, or the station has ended reading them; `order.read` returns them.',
    data: z.strictObject({ orderNumber: z.string() }),
  },
  stations: {
    purpose:
      'Other stations did something, or a link to one changed, at most ten times per second; `stations.work` returns it.',
    data: z.strictObject({}),
  },
  mark_asked: {
    purpose:
      'The last piece is counted, and another station has marked the sheet: a person decides whether it is marked here, too.',
    data: z.strictObject({ sheetId: uuid, drawingVersion: z.int() }),
  },
  export: { purpose: 'The state of an export, at most ten times per second while it runs.', data: exportView },
  brake: { purpose: 'The state of the link to the brake, at most ten times per second.', data: brakeView },
  shell: { purpose: 'What the window around the screen has to do.', data: shellView },
  grants: { purpose: 'What this screen may do from now on.', data: grantsView },
} as const satisfies Record<string, PushShape>

export type PushName = keyof typeof pushes
export type PushDataOf<Name extends PushName> = z.infer<(typeof pushes)[Name]['data']>
export type Push = { [Name in PushName]: { name: Name; data: PushDataOf<Name> } }[PushName]

/** The first message after each connect or reconnect. `exports`: those that run and the last few that ended, oldest first. */
export const snapshot = z.strictObject({
  status: statusView,
  exports: z.array(exportView),
  brake: brakeView,
  shell: shellView,
})
export type Snapshot = z.infer<typeof snapshot>

/** Implemented by `src-main/station`. A handler throws a CallError to refuse a call with a code. */
export interface Station {
  /**
   * `screen` is the same object for every call of one connected screen, and another for each screen. `signal` is cancelled when the screen
   * drops the answer.
   */
  handlers: {
    [Name in StationCall]: (
      input: CallIn<Name>,
      screen?: object,
      signal?: CancelSignal,
    ) => Promise<CallOut<Name>> | CallOut<Name>
  }
  snapshot: () => Snapshot
  subscribe: (listener: (push: Push) => void) => () => void
  /**
   * Creates the lock of a screen that connects. `onGrants` receives each change. `disconnect` ends the channel of the screen when the
   * station ends or restarts. Absent: the station has no locks.
   */
  admit?: (onGrants: (view: GrantsView) => void, disconnect: () => void) => Access
}
