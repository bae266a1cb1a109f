// The contract between screen and station: every call with what goes in, what comes out and the grant it needs; every push.
import * as z from 'zod'
import { day, uuid } from '../workshop-api/index.ts'
import { dxfPreset, exportOrder, exportView } from './export-view.ts'
import { listView, markView, sheetView, statusView } from './views.ts'
import { workshopView } from './workshop-view.ts'

/** What a screen may do: operate needs no PIN, maintain does. */
export const grants = ['operate', 'plan', 'oversee', 'maintain'] as const
export type Grant = (typeof grants)[number]

interface CallShape {
  in: z.ZodType
  out: z.ZodType
  grant: Grant
}

const nothing = z.strictObject({})

export const calls = {
  /** The day's list, every brake's; the marks of this station laid over it. */
  'list.read': { in: z.strictObject({ date: day }), out: listView, grant: 'operate' },
  'sheet.read': { in: z.strictObject({ sheetId: uuid }), out: sheetView, grant: 'operate' },
  /** Marks a sheet bent. Answers only after the mark is safe on the disk. `drawingVersion`: the one on the screen. */
  'mark.create': {
    in: z.strictObject({ sheetId: uuid, drawingVersion: z.int(), by: z.string().min(1).max(100).nullable() }),
    out: markView,
    grant: 'operate',
  },
  /** Free while the mark is held. */
  'mark.undo': { in: z.strictObject({ markId: z.string() }), out: markView, grant: 'operate' },
  /** Every mark that is not delivered and every one that needs a person, oldest first. */
  'marks.list': { in: nothing, out: z.strictObject({ marks: z.array(markView) }), grant: 'operate' },
  /** Which brake this station stands beside; its sheets are fetched first. Null: none in particular. */
  'brake.choose': { in: z.strictObject({ pressBrakeId: uuid.nullable() }), out: nothing, grant: 'operate' },
  /** Asks the service now instead of at the next poll. */
  'sync.now': { in: nothing, out: nothing, grant: 'operate' },
  /** The workshop's own machines, tools, materials, bends and tolerance, each file read anew where it has changed. */
  'workshop.read': { in: nothing, out: workshopView, grant: 'operate' },
  /** Begins an export and answers at once; `export` pushes tell how it goes on. Exports run one after the other. */
  'export.start': {
    in: z.strictObject({ what: exportOrder, preset: dxfPreset, language: z.enum(['nb', 'en']) }),
    out: exportView,
    grant: 'operate',
  },
  /** Stops it before its next file; one that has ended stays as it is. */
  'export.cancel': { in: z.strictObject({ exportId: z.string() }), out: nothing, grant: 'operate' },
} as const satisfies Record<string, CallShape>

export type CallName = keyof typeof calls
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
} as const satisfies Record<string, z.ZodType>

export type PushName = keyof typeof pushes
export type PushData<Name extends PushName> = z.infer<(typeof pushes)[Name]>
export type Push = { [Name in PushName]: { name: Name; data: PushData<Name> } }[PushName]

/** What a screen gets at once after every (re)connect: with every export that runs and the last few that have ended, oldest first. */
export const snapshot = z.strictObject({ status: statusView, exports: z.array(exportView) })
export type Snapshot = z.infer<typeof snapshot>

/** What implements the contract: `src-main/station`. A handler throws a CallError to refuse in words. */
export interface Station {
  handlers: { [Name in CallName]: (input: CallIn<Name>) => Promise<CallOut<Name>> | CallOut<Name> }
  snapshot: () => Snapshot
  subscribe: (listener: (push: Push) => void) => () => void
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
