// Sets the fake station to states of the brake connection.
import { plainBend } from '../../../../src-main/brake/program/program.ts'
import {
  noBrake,
  type BrakePreview,
  type BrakeStepView,
  type BrakeView,
  type WorkView,
} from '../../../../shared/station-api/index.ts'
import { changeSheet, type FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

export const sheetOfBrake = idOf('u_profil-01')
const occurredAt = '2026-11-23T08:12:00Z'

const step = (stepNo: number, change: Partial<BrakeStepView> = {}): BrakeStepView => ({
  stepNo,
  bend: stepNo,
  direction: 'up',
  includedDeg: 90,
  correctionDeg: 0,
  gaugeMm: 87.24,
  edge: 'last',
  flipped: false,
  turned: false,
  lengthMm: 3000,
  thicknessMm: 1,
  material: 'galvanisert_stal',
  toolName: 'V8',
  punchName: 'straight-88',
  ...plainBend,
  faceUp: 'B',
  ...change,
})

type Sheet = Parameters<Parameters<typeof changeSheet>[2]>[0]

/**
 * The sandbox's U with its second bend down by 85°, so that the drawings show the bends of the program. The flat pattern is that of
 * DIN 6935.
 */
function withSecondBendDown(sheet: Sheet): Sheet {
  const { profile, unfolding } = sheet
  const [first, second] = profile.bends
  const [firstLine, secondLine] = unfolding.bendLines
  if (first === undefined || second === undefined || firstLine === undefined || secondLine === undefined)
    throw new Error('the sheet must have two bends')
  const widthMm = 116.24
  return {
    ...sheet,
    profile: { ...profile, family: 'z_profil', bends: [first, { ...second, angleDeg: -85 }] },
    unfolding: {
      ...unfolding,
      widthMm,
      method: 'din6935',
      bendLines: [
        { ...firstLine, positionMm: 29 },
        { ...secondLine, positionMm: 87.12, direction: 'down', angleDeg: 85 },
      ],
      outline: unfolding.outline.map((corner) => (corner.x === 0 ? corner : { ...corner, x: widthMm })),
    },
  }
}

const twoSteps: Extract<BrakePreview, { kind: 'program' }> = {
  kind: 'program',
  program: {
    sheetId: sheetOfBrake,
    name: 'T-000005-1',
    drawingVersion: 1,
    drawingHash: 'ab12',
    pieceNo: 1,
    hand: null,
    version: 1,
    steps: [
      step(1),
      step(2, {
        direction: 'down',
        includedDeg: 95,
        gaugeMm: 29.12,
        correctionDeg: -1.5,
        edge: 'first',
        flipped: true,
        faceUp: 'A',
      }),
    ],
    hash: 'seen',
  },
  bends: [
    { bend: 1, includedDeg: 90 },
    { bend: 2, includedDeg: 95 },
  ],
  corrections: [
    {
      bend: 2,
      correctionDeg: -1.5,
      alike: 3,
      basedOn: [
        { includedDeg: 95, correctionDeg: -1.5, measuredDeg: 96.5, by: 'KN', station: null, correctedAt: occurredAt },
      ],
    },
  ],
  gauges: [
    { flange: 1, bend: 2, lengthMm: 30, gaugeMm: 29.12, correctionMm: 0, alike: 0, basedOn: null },
    {
      flange: 2,
      bend: 1,
      lengthMm: 60,
      gaugeMm: 87.24,
      correctionMm: 0.2,
      alike: 1,
      basedOn: { drawnMm: 60, measuredMm: 59.8, by: 'KN', station: null, correctedAt: occurredAt },
    },
  ],
  isOwnOrder: false,
  unsent: [],
  notKnown: null,
}

export const ready: BrakeView = {
  ...noBrake,
  link: {
    uri: 'serial:/dev/ttyUSB0?baud=19200',
    driver: 'modbus-rtu',
    map: 'Simulator',
    commissioned: { by: 'KN', at: occurredAt },
  },
  state: 'ready',
  identity: 'unit 1',
  readings: { readAt: occurredAt, isRunning: false, isSafe: true, step: null, counter: 4, counterUnit: 'pieces' },
}

export const loaded: NonNullable<BrakeView['loaded']> = {
  programId: 'program-1',
  sheetId: sheetOfBrake,
  drawingVersion: 1,
  pieceNo: 1,
  hand: null,
  version: 1,
  steps: 2,
  corrections: [
    { bend: 1, correctionDeg: 0 },
    { bend: 2, correctionDeg: -1.5 },
  ],
  gaugeCorrections: [
    { bend: 1, correctionMm: 0.2 },
    { bend: 2, correctionMm: 0 },
  ],
  sentAt: occurredAt,
  by: 'KN',
  needsConfirmation: false,
  uncountedPieces: null,
  countedPieces: 7,
  donePieces: 8,
  wantedPieces: 20,
  isComplete: false,
}

const brakeState =
  (change: Partial<BrakeView>, preview: BrakePreview | null = twoSteps) =>
  (station: FakeStation): void => {
    changeSheet(station, sheetOfBrake, withSecondBendDown)
    station.program = preview
    setCounts(station, change.loaded ?? null)
    station.pushBrake({ ...ready, ...change })
    station.pushChanges()
  }

/** The counts of the sheet, as the loaded program has them. */
function setCounts(station: FakeStation, program: BrakeView['loaded']): void {
  const done = program?.sheetId === sheetOfBrake ? program.donePieces : 0
  station.work.work.set(sheetOfBrake, workOnPiece(sheetOfBrake, { done, wantedPieces: 20, lengthMm: 3000 }))
}

type CountedPiece = Pick<WorkView['pieces'][number], 'done' | 'wantedPieces' | 'lengthMm'>

/** The work on a sheet of one piece. */
export const workOnPiece = (sheetId: string, piece: CountedPiece): WorkView => ({
  sheetId,
  job: null,
  pieces: [{ pieceNo: 1, test: 0, scrap: 0, rebend: 0, ...piece }],
  done: piece.done,
  isCounted: piece.done > 0,
  isComplete: piece.done === piece.wantedPieces,
  stop: null,
  handOver: null,
  olderJobs: [],
  deviations: [],
  isApprovalOverridden: false,
})

export const linked = brakeState({})
/** The controller has no field for the punch, which a person must read. */
export const partlySent = brakeState({}, { ...twoSteps, unsent: ['punch'] })
export const byHand = brakeState(
  {},
  {
    kind: 'refused',
    code: 'by_hand',
    message: 'bend 2 is a hem, and the controller has no field for a pre-bend and a flattening',
    params: { why: 'no_field_hem', bend: 2 },
    planReasons: [],
  },
)
export const sending = brakeState({
  state: 'uploading',
  upload: { sheetId: sheetOfBrake, pieceNo: 1, steps: 2, phase: 'sending' },
})
export const completed = brakeState({
  state: 'piece_done',
  loaded,
  readings: { readAt: occurredAt, isRunning: false, isSafe: true, step: null, counter: 11, counterUnit: 'pieces' },
})
export const complete = brakeState({
  state: 'piece_done',
  loaded: { ...loaded, countedPieces: 20, donePieces: 20, isComplete: true },
})
export const lost = brakeState({ state: 'ready', loaded: { ...loaded, needsConfirmation: true, uncountedPieces: 3 } })
export const tooMany = brakeState({
  state: 'piece_done',
  loaded: { ...loaded, countedPieces: 22, donePieces: 23, isComplete: true },
})
/** A correction was made after the program was sent: the brake still has version 1. */
export const corrected = brakeState(
  { state: 'piece_done', loaded },
  { ...twoSteps, program: { ...twoSteps.program, version: 2, hash: 'corrected' } },
)
export const stale = brakeState({
  state: 'stale',
  loaded,
  readings: null,
  fault: { code: 'no_answer', message: 'unit 1 did not answer within 300 ms', address: null, occurredAt },
})
export const alarmed = brakeState({
  state: 'alarm',
  loaded,
  alarms: [
    { code: 2, text: 'light curtain' },
    { code: 17, text: '' },
  ],
})
export const ofOtherSheet = brakeState({ state: 'verified', loaded: { ...loaded, sheetId: idOf('u_profil-02') } })
export const otherSheetDone = brakeState({
  state: 'piece_done',
  loaded: { ...loaded, sheetId: idOf('u_profil-02'), donePieces: 20, isComplete: true },
})
export const readOnly = brakeState({ readOnly: 'no_safe_register' })
const folder = {
  uri: 'folder:/mnt/presse',
  driver: 'file-drop',
  map: 'A folder',
  commissioned: { by: 'KN', at: occurredAt },
}
export const inFolder = brakeState({
  link: folder,
  state: 'verified',
  loaded: { ...loaded, countedPieces: 0, donePieces: 0 },
  readings: { readAt: occurredAt, isRunning: null, isSafe: null, step: null, counter: null, counterUnit: null },
})
export const folderGone = brakeState({
  link: folder,
  state: 'stale',
  readings: null,
  fault: {
    code: 'no_answer',
    message: '/mnt/presse, or the file in it, is not there',
    address: null,
    occurredAt,
  },
})
export const unplugged = brakeState({
  state: 'disconnected',
  readings: null,
  identity: null,
  fault: { code: 'unplugged', message: 'the line ended: Device disconnected', address: null, occurredAt },
})
export const lostAndUnplugged = brakeState({
  state: 'disconnected',
  readings: null,
  identity: null,
  loaded: { ...loaded, needsConfirmation: true },
  fault: { code: 'unplugged', message: 'the line ended: Device disconnected', address: null, occurredAt },
})
/** The sheet has got a new drawing since. */
export const older = (station: FakeStation): void => {
  changeSheet(station, sheetOfBrake, (sheet) => ({ ...sheet, drawingVersion: 2 }))
  station.pushChanges()
  completed(station)
}

/** The states that have a scene. */
export const brakeStates = {
  linked,
  'by hand': byHand,
  sending,
  made: completed,
  complete,
  lost,
  stale,
  alarm: alarmed,
  'of another sheet': ofOtherSheet,
  'in a folder': inFolder,
  unplugged,
}
