// One valid input of every call of the contract.
import type { CallIn, CallName } from '../../../shared/station-api/index.ts'
import { brakeInputs } from './small-brake.ts'
import { oversightInputs } from './small-oversight.ts'
import { planInputs } from './small-plan.ts'
import { setUpInputs } from './small-set-up.ts'
import { stationInputs } from './small-stations.ts'
import { workInputs } from './small-work.ts'

const date = '2026-08-03'
const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'

export const callInputs: { readonly [Name in CallName]: CallIn<Name> } = {
  'list.read': { date },
  'list.details': { sheetIds: [sheetId] },
  'sheet.read': { sheetId },
  'mark.create': { sheetId, drawingVersion: 1, by: null },
  'mark.undo': { markId: 'mark' },
  'marks.list': {},
  'brake.choose': { pressBrakeId: null },
  'sync.now': {},
  'workshop.read': {},
  'export.start': {
    order: { kind: 'sheets', sheetIds: [sheetId], formats: ['dxf'] },
    preset: 'inventor',
    language: 'nb',
  },
  'export.cancel': { exportId: 'export' },
  'order.read': { orderNumber: 'T-000001' },
  'order.file': { orderNumber: 'T-000001', fileId: sheetId, offset: 0 },
  'scan.read': { text: 'x' },
  'scanner.read': {},
  'scanner.set': { prefix: '', suffix: 'enter' },
  'language.choose': { language: 'nb' },
  'grant.unlock': { pin: '1234' },
  'grant.lock': {},
  ...workInputs,
  ...oversightInputs,
  ...planInputs,
  ...brakeInputs,
  ...setUpInputs,
  ...stationInputs,
  'shell.choose_folder': {},
  'shell.print': {},
  'shell.update_read': {},
  'shell.update_look': {},
  'shell.update_agree': { version: '1.2.0' },
}
