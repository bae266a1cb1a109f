// The one button of a sheet, as a table: the facts that differ from a sheet that can be sent, and the action.
import { describe, expect, test } from 'vitest'
import { brakeStates, markStates } from '../../../../shared/station-api/index.ts'
import type { BrakeFacts, JobFacts, LoadedFacts } from '../../../../src-renderer/sheet/job/job-facts.ts'
import {
  nextLength,
  primaryAction,
  type Obstacle,
  type PrimaryAction,
} from '../../../../src-renderer/sheet/job/primary-action.ts'

const lengths = (first: number, second: number): JobFacts['lengths'] => [
  { pieceNo: 1, donePieces: first, wantedPieces: 4 },
  { pieceNo: 2, donePieces: second, wantedPieces: 2 },
]
const brake: BrakeFacts = { state: 'ready', isReadOnly: false, counts: true, upload: null, loaded: null }
const loaded: LoadedFacts = {
  isOfSheet: true,
  pieceNo: 1,
  isOfOlderDrawing: false,
  needsConfirmation: false,
  donePieces: 2,
  wantedPieces: 4,
  version: 1,
}
const program = { kind: 'program', pieceNo: 1, version: 1, asks: false } as const
const toSend: JobFacts = {
  isStationReached: true,
  mark: null,
  isBent: false,
  approval: 'given',
  isOldPrint: false,
  isSound: true,
  stop: null,
  machine: 'fits',
  lengths: lengths(0, 0),
  chosenPieceNo: 1,
  brake,
  program,
  nextSheetId: 'next',
}
const loadedBrake = (change: Partial<LoadedFacts> = {}, state: BrakeFacts['state'] = 'verified'): BrakeFacts => ({
  ...brake,
  state,
  loaded: { ...loaded, ...change },
})
const blocked = (by: Obstacle): PrimaryAction => ({ kind: 'blocked', by })
const send = (change: Partial<Extract<PrimaryAction, { kind: 'send' }>> = {}): PrimaryAction => ({
  kind: 'send',
  pieceNo: 1,
  asks: false,
  again: false,
  ...change,
})
const byHand = { kind: 'refused', code: 'by_hand' } as const

type Row = [name: string, change: Partial<JobFacts>, action: PrimaryAction]

const wholeJob: Row[] = [
  ['a sheet to bend', {}, send()],
  ['a plan that is not proven', { program: { ...program, asks: true } }, send({ asks: true })],
  ['the program is not computed yet', { program: null }, { kind: 'wait' }],
  ['the counts are not loaded yet', { lengths: null }, { kind: 'wait' }],
  ['the program of the length before is shown', { lengths: lengths(4, 0) }, { kind: 'wait' }],
  [
    'it is sent',
    { brake: { ...brake, state: 'uploading', upload: { isOfSheet: true, phase: 'sending' } } },
    { kind: 'sending', phase: 'sending' },
  ],
  [
    'it is read back',
    { brake: { ...brake, state: 'uploading', upload: { isOfSheet: true, phase: 'reading_back' } } },
    { kind: 'sending', phase: 'reading_back' },
  ],
  [
    'the brake has it',
    { brake: loadedBrake(), lengths: lengths(2, 0) },
    { kind: 'running', pieceNo: 1, donePieces: 2, wantedPieces: 4 },
  ],
  [
    'the brake runs',
    { brake: loadedBrake({}, 'running'), lengths: lengths(2, 0) },
    { kind: 'running', pieceNo: 1, donePieces: 2, wantedPieces: 4 },
  ],
  [
    'a brake that counts nothing',
    { brake: { ...loadedBrake(), counts: false }, lengths: lengths(2, 0) },
    { kind: 'count', pieceNo: 1, donePieces: 2, wantedPieces: 4 },
  ],
  [
    'a correction after it was sent',
    { brake: loadedBrake(), lengths: lengths(2, 0), program: { ...program, version: 2 } },
    send({ asks: true, again: true }),
  ],
  [
    'a correction while the brake runs',
    { brake: loadedBrake({}, 'running'), lengths: lengths(2, 0), program: { ...program, version: 2 } },
    { kind: 'running', pieceNo: 1, donePieces: 2, wantedPieces: 4 },
  ],
  [
    'the first length is done',
    {
      brake: loadedBrake({ donePieces: 4 }, 'piece_done'),
      lengths: lengths(4, 0),
      program: { ...program, pieceNo: 2 },
    },
    send({ pieceNo: 2 }),
  ],
  [
    'every length is done',
    { brake: loadedBrake({ donePieces: 4 }), lengths: lengths(4, 2) },
    { kind: 'mark', differs: false },
  ],
  [
    'one piece too many',
    { brake: loadedBrake({ donePieces: 5 }), lengths: lengths(5, 2) },
    { kind: 'mark', differs: true },
  ],
  [
    'one too many, and another length open',
    { lengths: lengths(5, 1), program: { ...program, pieceNo: 2 } },
    send({ pieceNo: 2 }),
  ],
  ['it is marked', { mark: { id: 'm', state: 'held' } }, { kind: 'next', sheetId: 'next' }],
  [
    'it is marked, and the day is done',
    { mark: { id: 'm', state: 'queued' }, nextSheetId: null },
    { kind: 'next', sheetId: null },
  ],
  ['the service has it as bent', { isBent: true }, { kind: 'next', sheetId: 'next' }],
]

const withoutBrake: Row[] = [
  ['nothing counted', { brake: null, program: null }, { kind: 'mark', differs: false }],
  [
    'counting began',
    { brake: null, program: null, lengths: lengths(1, 0) },
    { kind: 'count', pieceNo: 1, donePieces: 1, wantedPieces: 4 },
  ],
  [
    'the chosen length is done: it is not counted further',
    { brake: null, program: null, lengths: lengths(4, 0) },
    { kind: 'count', pieceNo: 2, donePieces: 0, wantedPieces: 2 },
  ],
  ['every length is done', { brake: null, program: null, lengths: lengths(4, 2) }, { kind: 'mark', differs: false }],
  ['a sheet that is bent by hand', { program: byHand }, { kind: 'mark', differs: false }],
  ['a connection that only reads', { brake: { ...brake, isReadOnly: true } }, { kind: 'mark', differs: false }],
  ['a brake that is not connected', { brake: { ...brake, state: 'disconnected' } }, { kind: 'mark', differs: false }],
]

const obstacles: Row[] = [
  ['the station is not reached', { isStationReached: false, mark: { id: 'm', state: 'held' } }, blocked('link_lost')],
  ['an old print', { isOldPrint: true }, blocked('old_print')],
  ['an unsound sheet', { isSound: false }, blocked('unsound')],
  ['a wrong drawing', { stop: 'drawing_wrong' }, blocked('drawing_wrong')],
  ['pieces that were handed over', { stop: 'handed_over' }, blocked('handed_over')],
  ['the customer has not answered', { stop: 'not_approved', approval: 'awaiting' }, blocked('not_approved')],
  ['a supervisor allowed the work', { approval: 'awaiting' }, send()],
  ['the mark waits for the customer', { approval: 'awaiting', lengths: lengths(4, 2) }, blocked('awaiting')],
  ['the customer wants a change', { approval: 'change_requested', brake: null }, blocked('change_requested')],
  ['no machine can bend it', { machine: 'fits_none' }, blocked('fits_none')],
  ['this machine cannot bend it', { machine: 'does_not_fit' }, blocked('does_not_fit')],
  ['a folding machine’s sheet at the press brake', { machine: 'other_kind' }, blocked('other_kind')],
  ['the same without a brake connection', { machine: 'other_kind', brake: null }, blocked('other_kind')],
  ['it is not known whether it fits', { machine: 'not_known' }, send()],
  ['there is no program', { program: { kind: 'refused', code: 'not_planned' } }, blocked('no_program')],
  ['the brake has an older drawing', { brake: loadedBrake({ isOfOlderDrawing: true }) }, blocked('older_program')],
  [
    'the brake must be confirmed',
    { brake: loadedBrake({ needsConfirmation: true }) },
    { kind: 'confirm', pieceNo: 1, isOfSheet: true },
  ],
  ['an unfinished program of another sheet', { brake: loadedBrake({ isOfSheet: false }) }, blocked('other_loaded')],
  ['a finished program of another sheet', { brake: loadedBrake({ isOfSheet: false, donePieces: 4 }) }, send()],
  [
    'a finished program of another sheet that must be confirmed',
    { brake: loadedBrake({ isOfSheet: false, donePieces: 4, needsConfirmation: true }) },
    { kind: 'confirm', pieceNo: 1, isOfSheet: false },
  ],
  [
    'another sheet is being sent',
    { brake: { ...brake, state: 'uploading', upload: { isOfSheet: false, phase: 'sending' } } },
    blocked('other_sending'),
  ],
  ['an alarm before sending', { brake: { ...brake, state: 'alarm' } }, blocked('brake_alarm')],
  ['an alarm during the job', { brake: loadedBrake({}, 'alarm') }, blocked('brake_alarm')],
  ['a silent brake', { brake: { ...brake, state: 'stale' } }, blocked('brake_silent')],
  ['a brake that is searched for', { brake: { ...brake, state: 'probing' } }, blocked('brake_probing')],
  ['a brake that runs something else', { brake: { ...brake, state: 'running' } }, blocked('brake_running')],
  [
    'another sheet’s program in a brake that is not connected',
    { brake: loadedBrake({ isOfSheet: false, donePieces: 4 }, 'disconnected') },
    blocked('brake_disconnected'),
  ],
]

describe.each([
  ['the whole job', wholeJob],
  ['by hand', withoutBrake],
  ['an obstacle', obstacles],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_name, change, action) => {
    expect(primaryAction({ ...toSend, ...change })).toEqual(action)
  })
})

test.each(markStates)('a mark that is %s never lets the sheet be sent, counted or marked again', (state) => {
  const { kind } = primaryAction({ ...toSend, mark: { id: 'm', state }, lengths: lengths(1, 0) })
  expect(['next', 'answer']).toContain(kind)
})

test('nothing is offered in a state of the brake that takes no program', () => {
  const offered = brakeStates.filter(
    (state) => primaryAction({ ...toSend, brake: { ...brake, state } }).kind === 'send',
  )
  expect(offered).toEqual(['ready', 'verified', 'piece_done'])
})

describe('the next length', () => {
  const pieces = [1, 2, 3].map((pieceNo) => ({ pieceNo, donePieces: 0, wantedPieces: 2 }))
  const done = (...finished: number[]) =>
    pieces.map((piece) => (finished.includes(piece.pieceNo) ? { ...piece, donePieces: 2 } : piece))
  const nextPieceNo = (finished: number[], chosenPieceNo: number, loadedPieceNo: number | null = null) =>
    nextLength({
      lengths: done(...finished),
      chosenPieceNo,
      brake:
        loadedPieceNo === null
          ? null
          : {
              loaded: {
                ...loaded,
                pieceNo: loadedPieceNo,
                donePieces: finished.includes(loadedPieceNo) ? 2 : 0,
                wantedPieces: 2,
              },
            },
    })?.pieceNo ?? null

  test.each([
    ['the chosen one', [], 2, null, 2],
    ['the one after a finished choice', [2], 2, null, 3],
    ['the first, where the last is finished', [3], 3, null, 1],
    ['the loaded one before the chosen one', [], 3, 1, 1],
    ['the one after a finished loaded one', [1], 1, 1, 2],
    ['the chosen one after a finished loaded one', [1], 3, 1, 3],
    ['none, where all are finished', [1, 2, 3], 1, null, null],
  ] as const)('is %s', (_, finished, chosen, loadedPieceNo, expected) => {
    expect(nextPieceNo([...finished], chosen, loadedPieceNo)).toBe(expected)
  })
})
