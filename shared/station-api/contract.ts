// The contract between screen and station: every call with what goes in, what comes out and the grant it needs; every push.
import * as z from 'zod'
import { day, uuid } from '../workshop-api/index.ts'
import { brakePreview, brakeView, givenCorrection } from './brake-view.ts'
import { dxfPreset, exportOrder, exportView } from './export-view.ts'
import { listView, markView, sheetView, statusView } from './views.ts'
import {
  decisionKind,
  deviationReason,
  deviationView,
  handOverView,
  markDetailsView,
  operatorView,
  pieceKind,
  workView,
} from './work-view.ts'
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
/** Who acts, as chosen on this screen; null: nobody was chosen. */
const operatorId = z.string().max(100).nullable()
const initials = z.string().min(1).max(100)
/** A sentence of a person's. Blank counts as none. */
const why = z.string().max(1_000)
/** Of the drawing on the screen: an act on another one is refused. */
const shown = { sheetId: uuid, drawingVersion: z.int() }
/** `actId`: the screen's own, so that an act that comes twice is booked once. */
const piece = { ...shown, operatorId, actId: z.string().min(8).max(64), pieceNo: z.int() }

export const calls = {
  /** The day's list, every brake's; the marks of this station laid over it. */
  'list.read': { in: z.strictObject({ date: day }), out: listView, grant: 'operate' },
  'sheet.read': { in: z.strictObject({ sheetId: uuid }), out: sheetView, grant: 'operate' },
  /** Marks a sheet bent. Answers only after the mark is safe on the disk. `drawingVersion`: the one on the screen. */
  'mark.create': {
    in: z.strictObject({
      ...shown,
      by: initials.nullable(),
      operatorId: operatorId.optional(),
      /** Fewer or more than the sheet's; left out or null: as many as it says. */
      pieces: z
        .strictObject({ count: z.int(), choice: z.enum(['close_short', 'over']), reason: why })
        .nullable()
        .optional(),
    }),
    out: markView,
    grant: 'operate',
  },
  /** Free while the mark is held. */
  'mark.undo': { in: z.strictObject({ markId: z.string() }), out: markView, grant: 'operate' },
  /** Marks that are not delivered and those that need a person, oldest first: of many, those that need a person come first. */
  'marks.list': {
    in: nothing,
    /** `total`: how many there are, listed or not. */
    out: z.strictObject({ marks: z.array(markView).max(500), total: z.int() }),
    grant: 'operate',
  },
  'mark.details': { in: z.strictObject({ markId: z.string() }), out: markDetailsView, grant: 'operate' },
  /** `drawingVersion`: of the sheet that was shown as it is now; needed to send all the same. */
  'mark.decide': {
    in: z.strictObject({
      markId: z.string(),
      decision: decisionKind,
      why: why.nullable(),
      /** Of whoever decides without having chosen initials here. */
      by: initials.optional(),
      operatorId,
      drawingVersion: z.int().nullable(),
    }),
    out: markView,
    grant: 'operate',
  },
  /** Inactive ones too. */
  'operators.list': { in: nothing, out: z.strictObject({ operators: z.array(operatorView) }), grant: 'operate' },
  'operator.add': { in: z.strictObject({ initials }), out: operatorView, grant: 'operate' },
  'operator.rename': { in: z.strictObject({ operatorId: z.string(), initials }), out: operatorView, grant: 'operate' },
  'operator.activate': {
    in: z.strictObject({ operatorId: z.string(), active: z.boolean() }),
    out: operatorView,
    grant: 'operate',
  },
  /** How the work on a sheet stands at this station. */
  'work.read': { in: z.strictObject({ sheetId: uuid }), out: workView, grant: 'operate' },
  'count.book': {
    in: z.strictObject({ ...piece, kind: pieceKind, count: z.int().min(1), reason: why.nullable() }),
    out: workView,
    grant: 'operate',
  },
  /** Takes the last good one back and books it as scrap, in one act. */
  'count.last_was_scrap': { in: z.strictObject(piece), out: workView, grant: 'operate' },
  /** A correction by hand, up or down, with its reason. */
  'count.adjust': {
    in: z.strictObject({ ...piece, corrects: pieceKind, delta: z.int(), reason: why }),
    out: workView,
    grant: 'operate',
  },
  /** Stops the sheet at this station until it is released or a new drawing comes. */
  'deviation.report': {
    in: z.strictObject({ ...shown, operatorId, reason: deviationReason, text: why.nullable() }),
    out: workView,
    grant: 'operate',
  },
  /** Open ones. */
  'deviations.list': { in: nothing, out: z.strictObject({ deviations: z.array(deviationView) }), grant: 'operate' },
  /** The drawing was right after all, says a supervisor by name. */
  'deviation.release': {
    in: z.strictObject({ deviationId: z.string(), by: initials, why }),
    out: nothing,
    grant: 'oversee',
  },
  /** The sheet may be worked on before the customer has answered. Its mark waits for the answer all the same. */
  'approval.override': {
    in: z.strictObject({ ...shown, operatorId, by: initials, why }),
    out: workView,
    grant: 'oversee',
  },
  /** Nothing more is counted on what was made to another drawing. */
  'job.close': { in: z.strictObject({ jobId: z.string() }), out: nothing, grant: 'operate' },
  /** Freezes the counts and gives the code that takes them to another station. */
  'handover.give': { in: z.strictObject({ ...shown, operatorId }), out: workView, grant: 'operate' },
  /** What a scanned text says, before it is taken. */
  'handover.read': { in: z.strictObject({ text: z.string().max(4_000) }), out: handOverView, grant: 'operate' },
  'handover.take': {
    in: z.strictObject({ text: z.string().max(4_000), drawingVersion: z.int(), operatorId }),
    out: workView,
    grant: 'operate',
  },
  /** Nobody took the code: counting goes on here. */
  'handover.take_back': { in: z.strictObject({ sheetId: uuid, why, operatorId }), out: workView, grant: 'operate' },
  /** A person has read that the store of marks was damaged and what was saved of it. */
  'outbox.acknowledge': { in: nothing, out: nothing, grant: 'operate' },
  /** Which brake this station stands beside; its sheets are fetched first. Null: none in particular. */
  'brake.choose': { in: z.strictObject({ pressBrakeId: uuid.nullable() }), out: nothing, grant: 'operate' },
  /** How the link to the brake stands; `brake` pushes tell how it goes on. */
  'brake.read': { in: nothing, out: brakeView, grant: 'operate' },
  /** The program of one piece, to be looked through before it is sent. Nothing is sent. */
  'brake.preview': {
    in: z.strictObject({ ...shown, pieceNo: z.int() }),
    out: brakePreview,
    grant: 'operate',
  },
  /**
   * Keeps a bend's measured angle, or its correction, and answers with the program as it would be sent now. Nothing is sent, and
   * what is loaded stays as it is.
   */
  'brake.correct': {
    in: z.strictObject({ ...shown, pieceNo: z.int(), bend: z.int(), given: givenCorrection, operatorId }),
    out: brakePreview,
    grant: 'operate',
  },
  /**
   * Sends what was previewed: the sheet is read anew first, and a program that differs from `hash` is refused with
   * `program_changed`. Answers when sending has begun; the pushes tell the rest.
   */
  'brake.send': {
    in: z.strictObject({ ...shown, pieceNo: z.int(), hash: z.string().max(128), operatorId }),
    out: brakeView,
    grant: 'operate',
  },
  /** Stops a sending before its next frame. */
  'brake.cancel': { in: nothing, out: brakeView, grant: 'operate' },
  /** After a lost line or a restart a person says that the brake still has this job: counting goes on. */
  'brake.resume': { in: z.strictObject({ programId: z.string(), operatorId }), out: brakeView, grant: 'operate' },
  /** What is loaded counts no more here; nothing is written to the brake. */
  'brake.let_go': { in: z.strictObject({ programId: z.string() }), out: brakeView, grant: 'operate' },
  /** Opens the line now instead of after the pause. */
  'brake.retry': { in: nothing, out: brakeView, grant: 'operate' },
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
  /** How the link to the brake stands now; at most ten a second. */
  brake: brakeView,
} as const satisfies Record<string, z.ZodType>

export type PushName = keyof typeof pushes
export type PushData<Name extends PushName> = z.infer<(typeof pushes)[Name]>
export type Push = { [Name in PushName]: { name: Name; data: PushData<Name> } }[PushName]

/** What a screen gets at once after every (re)connect: with every export that runs and the last few that have ended, oldest first. */
export const snapshot = z.strictObject({ status: statusView, exports: z.array(exportView), brake: brakeView })
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
  'brake_not_linked',
  'brake_not_ready',
  'brake_read_only',
  'brake_not_commissioned',
  'brake_has_another',
  'program_refused',
  'program_changed',
  'program_unknown',
  'bad_correction',
  'not_measurable',
  'nothing_to_take_back',
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
