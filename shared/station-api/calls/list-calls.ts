// The calls about the list of a day, its sheets and their marks. Pure.
import * as z from 'zod'
import { day, uuid } from '../../workshop-api/index.ts'
import { decisionKind, listView, markDetailsView, markView, rowDetails, sheetView } from '../views/index.ts'
import { freeText, initials, noFields, operatorId, pieceCount, shownDrawing, type CallShape } from './call.ts'

export const listCalls = {
  'list.read': {
    purpose:
      "Reads the list of a day for all brakes, with this station's marks; `part` limits it, and later parts come from the same list as the first.",
    in: z.strictObject({
      date: day,
      part: z.strictObject({ offset: z.int().min(0), limit: z.int().min(1).max(1_000) }).optional(),
    }),
    out: listView,
    grant: 'operate',
    automatic: true,
  },
  'list.details': {
    purpose:
      'Reads what rows of the list show beside their entries: the thumbnail of the profile, the pieces, how many are done, and the note.',
    in: z.strictObject({ sheetIds: z.array(uuid).min(1).max(100) }),
    /** One for each requested sheet, in the same order. */
    out: z.strictObject({ rows: z.array(rowDetails) }),
    grant: 'operate',
    automatic: true,
  },
  'sheet.read': {
    purpose: 'Reads one sheet with its drawing and its mark.',
    in: z.strictObject({ sheetId: uuid }),
    out: sheetView,
    grant: 'operate',
    automatic: true,
  },
  'mark.create': {
    purpose: 'Marks a sheet as bent; answers only after the mark is on the disk.',
    in: z.strictObject({
      ...shownDrawing,
      by: initials.nullable(),
      operatorId: operatorId.optional(),
      /** A number other than the sheet's; absent or null: the sheet's own number. */
      pieces: z
        .strictObject({ count: pieceCount, choice: z.enum(['close_short', 'over']), reason: freeText })
        .nullable()
        .optional(),
      /** A person has read that another station bends or has marked the sheet, and continues. */
      isDespiteOthers: z.boolean().optional(),
    }),
    out: markView,
    grant: 'operate',
    automatic: false,
  },
  'mark.undo': {
    purpose: 'Cancels a mark that is still held.',
    in: z.strictObject({ markId: z.string() }),
    out: markView,
    grant: 'operate',
    automatic: false,
  },
  'marks.list': {
    purpose:
      'Lists the marks that are not delivered and those that need a person, oldest first; if there are too many, those that need a person come first.',
    in: noFields,
    /** `total` counts the marks that are not listed, too. */
    out: z.strictObject({ marks: z.array(markView).max(500), total: z.int() }),
    grant: 'operate',
    automatic: true,
  },
  'mark.details': {
    purpose: 'Reads everything that a person needs to decide about a mark.',
    in: z.strictObject({ markId: z.string() }),
    out: markDetailsView,
    grant: 'operate',
    automatic: true,
  },
  'mark.decide': {
    purpose: 'Stores what a person decided about a mark.',
    in: z.strictObject({
      markId: z.string(),
      decision: decisionKind,
      reason: freeText.nullable(),
      /** The initials of a person who decides without having chosen an operator on this screen. */
      by: initials.optional(),
      operatorId,
      /** The version of the sheet as the screen shows it now; needed for `send_all_the_same`. */
      drawingVersion: z.int().nullable(),
    }),
    out: markView,
    grant: 'operate',
    automatic: false,
  },
  'outbox.acknowledge': {
    purpose: 'Confirms that a person has read which marks were saved from a damaged store.',
    in: noFields,
    out: noFields,
    grant: 'operate',
    automatic: false,
  },
  'brake.choose': {
    purpose: 'Sets the brake of this station, whose sheets are fetched first; with `pressBrakeId` null, it has none.',
    in: z.strictObject({ pressBrakeId: uuid.nullable() }),
    out: noFields,
    grant: 'operate',
    automatic: false,
  },
  'sync.now': {
    purpose: 'Polls the service now instead of at the next interval.',
    in: noFields,
    out: noFields,
    grant: 'operate',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
