// The calls about the day's list, its sheets and their marks. Pure.
import * as z from 'zod'
import { day, uuid } from '../../workshop-api/index.ts'
import { listView, markView, sheetView } from '../views.ts'
import { decisionKind, markDetailsView } from '../work-view.ts'
import { initials, nothing, operatorId, shown, why, type CallShape } from './call.ts'

export const listCalls = {
  /** The day's list, every brake's; the marks of this station laid over it. A part of it: the later ones are of the list that the first was of. */
  'list.read': {
    in: z.strictObject({
      date: day,
      part: z.strictObject({ from: z.int().min(0), most: z.int().min(1).max(1_000) }).optional(),
    }),
    out: listView,
    grant: 'operate',
  },
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
  /** A person has read that the store of marks was damaged and what was saved of it. */
  'outbox.acknowledge': { in: nothing, out: nothing, grant: 'operate' },
  /** Which brake this station stands beside; its sheets are fetched first. Null: none in particular. */
  'brake.choose': { in: z.strictObject({ pressBrakeId: uuid.nullable() }), out: nothing, grant: 'operate' },
  /** Asks the service now instead of at the next poll. */
  'sync.now': { in: nothing, out: nothing, grant: 'operate' },
} as const satisfies Record<string, CallShape>
