// The contract between screen and station: every call with what goes in, what comes out and the grant it needs (`calls/`); every push.
import * as z from 'zod'
import { grantsView, type Access, type GrantsView } from './access.ts'
import { day, uuid } from '../workshop-api/index.ts'
import { brakeView } from './brake-view.ts'
import { brakeCalls } from './calls/brake-calls.ts'
import { nothing, type CallShape } from './calls/call.ts'
import { doorCalls, grantCalls } from './calls/grant-calls.ts'
import { listCalls } from './calls/list-calls.ts'
import { planCalls } from './calls/plan-calls.ts'
import { scanCalls } from './calls/scan-calls.ts'
import { shellCalls } from './calls/shell-calls.ts'
import { setUpCalls } from './calls/set-up-calls.ts'
import { oversightCalls } from './calls/oversight-calls.ts'
import { workCalls } from './calls/work-calls.ts'
import { workshopCalls } from './calls/workshop-calls.ts'
import { exportView } from './export-view.ts'
import { shellView } from './shell-view.ts'
import { statusView } from './views.ts'

export const calls = {
  ...listCalls,
  ...workCalls,
  ...brakeCalls,
  ...workshopCalls,
  ...oversightCalls,
  ...planCalls,
  ...scanCalls,
  ...shellCalls,
  ...setUpCalls,
  ...grantCalls,
  ...doorCalls,
} as const satisfies Record<string, CallShape>

export type CallName = keyof typeof calls
/** What the station itself answers: all but what is the connection's own. */
export type StationCall = Exclude<CallName, keyof typeof doorCalls>
export type CallIn<Name extends CallName> = z.infer<(typeof calls)[Name]['in']>
export type CallOut<Name extends CallName> = z.infer<(typeof calls)[Name]['out']>

export const pushes = {
  status: statusView,
  /** What to read anew: days whose list changed, sheets that changed. */
  changed: z.strictObject({ dates: z.array(day), sheetIds: z.array(uuid) }),
  /** The workshop's own tables or its brakes are not what they were: `workshop.read` tells. */
  workshop: nothing,
  /** How an export stands now; at most ten a second while it runs. */
  export: exportView,
  /** How the link to the brake stands now; at most ten a second. */
  brake: brakeView,
  /** What the window around the screen has to do. */
  shell: shellView,
  /** What this one screen may do from now on. */
  grants: grantsView,
} as const satisfies Record<string, z.ZodType>

export type PushName = keyof typeof pushes
export type PushData<Name extends PushName> = z.infer<(typeof pushes)[Name]>
export type Push = { [Name in PushName]: { name: Name; data: PushData<Name> } }[PushName]

/** What a screen gets at once after every (re)connect: with every export that runs and the last few that have ended, oldest first. */
export const snapshot = z.strictObject({
  status: statusView,
  exports: z.array(exportView),
  brake: brakeView,
  shell: shellView,
})
export type Snapshot = z.infer<typeof snapshot>

/** What implements the contract: `src-main/station`. A handler throws a CallError to refuse in words. */
export interface Station {
  handlers: { [Name in StationCall]: (input: CallIn<Name>) => Promise<CallOut<Name>> | CallOut<Name> }
  snapshot: () => Snapshot
  subscribe: (listener: (push: Push) => void) => () => void
  /**
   * The lock of a screen that connects, told to `tell` whenever it changes; left out: nothing is locked here. `leave`: the station ends
   * or begins anew, and the screen's channel with it.
   */
  admit?: (tell: (view: GrantsView) => void, leave: () => void) => Access
}

export const callErrorCodes = [
  'unknown_call',
  'not_granted',
  'bad_input',
  'bad_output',
  'failed',
  'link_lost',
  'sheet_unknown',
  'sheet_malformed',
  'drawing_changed',
  'already_marked',
  'already_bent',
  'not_approved',
  'mark_unknown',
  'too_late_to_undo',
  'not_stored',
  'nothing_to_export',
  'export_unknown',
  'operator_unknown',
  'initials_taken',
  'initials_bad',
  'pieces_differ',
  'bad_pieces',
  'drawing_wrong',
  'handed_over',
  'piece_unknown',
  'bad_count',
  'below_zero',
  'reason_missing',
  'not_connected',
  'pin_used',
  'kiosk_needs_pin',
  'link_bad',
  'line_address_bad',
  'controller_file_missing',
  'folder_missing',
  'folder_not_writable',
  'backup_unknown',
  'backup_refused',
  'support_not_ready',
  'not_here',
  'deviation_unknown',
  'decision_not_possible',
  'nothing_to_hand_over',
  'not_handed_over',
  'code_unreadable',
  'code_from_newer_program',
  'code_of_another_workshop',
  'code_of_another_sheet',
  'code_of_another_drawing',
  'code_of_this_station',
  'code_taken_already',
  'code_counts_twice',
  'code_lacks_ours',
  'brake_not_linked',
  'brake_not_ready',
  'brake_read_only',
  'brake_not_commissioned',
  'brake_has_another',
  'brake_asks_first',
  'program_refused',
  'program_changed',
  'program_unknown',
  'bad_correction',
  'not_measurable',
  'nothing_to_take_back',
  'plan_changed',
  'already_counted',
  'machine_unknown',
  'bad_split',
  'service_not_reached',
] as const
export type CallErrorCode = (typeof callErrorCodes)[number]

/** Why a call was refused: a code to translate, and a sentence for the log. */
export class CallError extends Error {
  readonly code: CallErrorCode
  constructor(code: CallErrorCode, message: string) {
    super(message)
    this.name = 'CallError'
    this.code = code
  }
}
