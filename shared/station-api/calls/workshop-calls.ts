// The calls about the workshop's own files and about exports. Pure.
import * as z from 'zod'
import { dxfPreset, exportOrder, exportView, workshopView } from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

export const workshopCalls = {
  'workshop.read': {
    purpose:
      "Reads the workshop's machines, tools, materials, bends and tolerance; the station reads each changed file again.",
    in: noFields,
    out: workshopView,
    grant: 'operate',
    automatic: true,
  },
  'export.start': {
    purpose: 'Begins an export; exports run one after the other, and `export` pushes report the progress.',
    in: z.strictObject({ order: exportOrder, preset: dxfPreset, language: z.enum(['nb', 'en']) }),
    out: exportView,
    grant: 'operate',
    automatic: false,
  },
  'export.cancel': {
    purpose: 'Stops an export before its next file; an export that has ended does not change.',
    in: z.strictObject({ exportId: z.string() }),
    out: noFields,
    grant: 'operate',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
