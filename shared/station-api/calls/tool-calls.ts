// The calls about the workshop's tools and their outlines. Pure.
import * as z from 'zod'
import {
  importedOutline,
  machinePart,
  maxDrawingLength,
  outlineDrawingView,
  setOutlineView,
  toolKind,
  toolsView,
} from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

const drawingText = z.string().max(maxDrawingLength)

export const toolCalls = {
  'tools.read': {
    purpose:
      "Reads the outlines of the workshop's tools and machines, the entered and derived figures of the tools, and what is wrong.",
    in: noFields,
    out: toolsView,
    grant: 'maintain',
    automatic: true,
  },
  'tools.read_outline': {
    purpose: 'Reads the closed loops of a DXF drawing; nothing is stored.',
    in: z.strictObject({ text: drawingText }),
    out: outlineDrawingView,
    grant: 'maintain',
    automatic: false,
  },
  'tools.set_outline': {
    purpose:
      "Writes a tool's outline into the workshop's own `tools.json` and keeps the drawing beside it; a file that would be wrong is not written.",
    in: z.strictObject({
      kind: toolKind,
      id: z.string().min(1).max(200),
      outline: importedOutline,
      /** Whether the outline's figures replace the entered ones. */
      useFigures: z.boolean(),
      /** The text of the original drawing. */
      text: drawingText,
    }),
    out: setOutlineView,
    grant: 'maintain',
    automatic: false,
  },
  'tools.set_machine_outline': {
    purpose:
      "Writes the outline of a machine's part into the workshop's own file of the machine and keeps the drawing beside it; a file that would be wrong is not written.",
    in: z.strictObject({
      /** The path of the machine's file, as `tools.read` returns it. */
      file: z.string().min(1).max(2_000),
      part: machinePart,
      outline: importedOutline,
      /** The text of the original drawing. */
      text: drawingText,
    }),
    out: setOutlineView,
    grant: 'maintain',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
