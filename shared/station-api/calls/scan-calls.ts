// The calls about scanned codes and the scanner's settings. Pure.
import * as z from 'zod'
import { maxScanLength, scanAnswer, scannerSettings } from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

export const scanCalls = {
  'scan.read': {
    purpose: 'Identifies a scanned text; changes nothing.',
    in: z.strictObject({ text: z.string().max(maxScanLength) }),
    out: scanAnswer,
    grant: 'operate',
    automatic: false,
  },
  'scanner.read': {
    purpose: "Reads the settings of this station's scanner.",
    in: noFields,
    out: scannerSettings,
    grant: 'operate',
    automatic: true,
  },
  'scanner.set': {
    purpose: "Changes the settings of this station's scanner.",
    in: scannerSettings,
    out: noFields,
    grant: 'maintain',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
