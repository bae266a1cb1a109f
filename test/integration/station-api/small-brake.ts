// The brake calls of the small station: one valid input and one answer each.
import {
  noBrake,
  type BrakePreview,
  type CallIn,
  type CallName,
  type Station,
} from '../../../shared/station-api/index.ts'

const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'
const piece = { sheetId, drawingVersion: 1, pieceNo: 1 }

const noProgram: BrakePreview = {
  kind: 'refused',
  code: 'by_hand',
  message: 'tapered: by hand',
  params: {},
  planReasons: [],
}

/** One valid input per call. */
export const brakeInputs = {
  'brake.read': {},
  'brake.preview': piece,
  'brake.correct': { ...piece, bend: 1, correction: { kind: 'entered', correctionDeg: -1.5 }, operatorId: null },
  'brake.correct_gauge': {
    ...piece,
    flange: 1,
    correction: { kind: 'measured', measuredMm: 30.2, programId: 'program' },
    operatorId: null,
  },
  'brake.send': { ...piece, hash: 'hash', notKnownHash: null, operatorId: null },
  'brake.cancel': {},
  'brake.resume': { programId: 'program', operatorId: null },
  'brake.release': { programId: 'program' },
  'brake.retry': {},
} satisfies { [Name in CallName]?: CallIn<Name> }

type BrakeCall = keyof typeof brakeInputs
type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

export const brakeHandlers = (answer: Answer): Pick<Station['handlers'], BrakeCall> => ({
  'brake.read': (input) => answer('brake.read', input, () => noBrake),
  'brake.preview': (input) => answer('brake.preview', input, () => noProgram),
  'brake.correct': (input) => answer('brake.correct', input, () => noProgram),
  'brake.correct_gauge': (input) => answer('brake.correct_gauge', input, () => noProgram),
  'brake.send': (input) => answer('brake.send', input, () => noBrake),
  'brake.cancel': (input) => answer('brake.cancel', input, () => noBrake),
  'brake.resume': (input) => answer('brake.resume', input, () => noBrake),
  'brake.release': (input) => answer('brake.release', input, () => noBrake),
  'brake.retry': (input) => answer('brake.retry', input, () => noBrake),
})
