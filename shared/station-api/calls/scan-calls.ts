// The calls about scanned codes, and about the scanner itself. Pure.
import * as z from 'zod'
import { longestScan, scanAnswer, scannerSettings } from '../scan-view.ts'
import { nothing, type CallShape } from './call.ts'

export const scanCalls = {
  /** What a scanned text is. Changes nothing. */
  'scan.read': { in: z.strictObject({ text: z.string().max(longestScan) }), out: scanAnswer, grant: 'operate' },
  'scanner.read': { in: nothing, out: scannerSettings, grant: 'operate' },
  /** As the scanner of this station is set, from now on. */
  'scanner.set': { in: scannerSettings, out: nothing, grant: 'maintain' },
} as const satisfies Record<string, CallShape>
