// The calls about the workshop's own files, and about what is written out. Pure.
import * as z from 'zod'
import { dxfPreset, exportOrder, exportView } from '../export-view.ts'
import { workshopView } from '../workshop-view.ts'
import { nothing, type CallShape } from './call.ts'

export const workshopCalls = {
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
