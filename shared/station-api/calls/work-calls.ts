// The calls about the work on a sheet: who stands there, counts, wrong drawings, hand-overs. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'
import { deviationReason, deviationView, handOverView, operatorView, pieceKind, workView } from '../work-view.ts'
import { initials, nothing, operatorId, shown, why, type CallShape } from './call.ts'

/** `actId`: the screen's own, so that an act that comes twice is booked once. */
const piece = { ...shown, operatorId, actId: z.string().min(8).max(64), pieceNo: z.int() }

export const workCalls = {
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
} as const satisfies Record<string, CallShape>
