// Sets the fake station to states of counting and of marks that need an answer.
import { markStates, type MarkDetailsView, type MarkView, type WorkView } from '../../../../shared/station-api/index.ts'
import { today, type FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

const first = idOf('vindusbeslag-01')

function firstSheet(station: FakeStation) {
  const sheet = station.sheets.get(first)?.sheet ?? null
  if (sheet === null) throw new Error('the sheet is missing')
  return sheet
}

function setWork(station: FakeStation, change: Partial<WorkView> = {}): void {
  const { pieces } = firstSheet(station)
  station.work.work.set(first, {
    sheetId: first,
    job: { id: 'job', drawingVersion: 1, state: 'open' },
    pieces: pieces.map(({ pieceNo, quantity, lengthMm }, index) => ({
      pieceNo,
      done: index === 0 ? quantity - 1 : quantity,
      test: 1,
      scrap: index,
      rebend: 0,
      wantedPieces: quantity,
      lengthMm,
    })),
    done: pieces.reduce((sum, { quantity }) => sum + quantity, 0) - 1,
    isCounted: true,
    isComplete: false,
    stop: null,
    handOver: null,
    olderJobs: [],
    deviations: [],
    isApprovalOverridden: false,
    ...change,
  })
  station.pushChanges()
}

/** All pieces of the sheet except one, and pieces of an earlier drawing. */
export const counted = (station: FakeStation): void =>
  setWork(station, { olderJobs: [{ jobId: 'old', drawingVersion: 3, reworkCount: 0, done: 7 }] })

export function fourOperators(station: FakeStation): void {
  station.work.operators = ['KN', 'OLA', 'TB', 'MØ'].map((initials) => ({ id: initials, initials, active: true }))
}

export const reportedDrawing = (station: FakeStation): void =>
  setWork(station, {
    stop: 'drawing_wrong',
    deviations: [
      {
        id: 'deviation',
        sheetId: first,
        drawingVersion: 1,
        reason: 'measure',
        text: 'flens 2 er 10 mm for kort',
        state: 'open',
        by: 'KN',
        reportedAt: `${today}T08:12:00Z`,
        settledAt: null,
        settledBy: null,
        settledReason: null,
      },
    ],
  })

export const handedOver = (station: FakeStation): void =>
  setWork(station, {
    job: { id: 'job', drawingVersion: 1, state: 'handed_over' },
    stop: 'handed_over',
    handOver: {
      code: 'KH1A7M2QK6T3P8C1FXJ0WQ9ZB4N5D7VE2RHS6Y1TG8K3MPXC4A9B0QW7JZ5N2D6VF1RT8HS3Y',
      by: 'KN',
      givenAt: `${today}T08:12:00Z`,
      to: null,
      isTaken: false,
    },
  })

/** A mark whose sheet has got a new drawing. */
export function changedDrawing(station: FakeStation): void {
  const bent = firstSheet(station)
  const now = {
    ...bent,
    drawingVersion: 2,
    quantity: bent.quantity + 1,
    pieces: bent.pieces.map((piece, index) => ({ ...piece, quantity: piece.quantity + (index === 0 ? 1 : 0) })),
    unfolding: {
      ...bent.unfolding,
      bendLines: bent.unfolding.bendLines.map((line, index) => ({
        ...line,
        positionMm: line.positionMm + (index === 1 ? 5 : 0),
      })),
    },
  }
  const mark: MarkView = {
    id: 'mark-1',
    sheetId: first,
    state: 'conflict',
    reason: 'drawing_changed',
    markedAt: `${today}T08:12:00Z`,
    heldUntil: null,
    by: 'KN',
    quantity: bent.quantity,
    drawingVersion: 1,
  }
  station.marks.push(mark)
  const details: MarkDetailsView = {
    mark,
    detail: null,
    attempts: 1,
    firstSentAt: `${today}T08:12:10Z`,
    deliveredAt: null,
    pressBrakeId: bent.pressBrakeId,
    piecesChoice: null,
    piecesReason: null,
    programs: [],
    reworkCount: 0,
    drawingHash: 'a'.repeat(64),
    markedSheet: bent,
    currentSheet: now,
    counts: [],
    decisions: [],
    possibleDecisions: ['send_all_the_same', 'bend_anew', 'dismiss'],
  }
  station.work.details.set('mark-1', details)
  station.pushChanges()
}

/** A mark in each state, and a drawing that is reported wrong. */
export function everyState(station: FakeStation): void {
  const sheetIds = [...station.sheets.keys()]
  station.marks.splice(0)
  for (const [index, state] of markStates.entries())
    station.marks.push({
      id: `mark-${index + 1}`,
      sheetId: sheetIds[index] ?? first,
      state,
      reason: state === 'conflict' ? 'drawing_changed' : state === 'parked' ? 'failing' : null,
      markedAt: `${today}T08:1${index % 10}:00Z`,
      heldUntil: state === 'held' ? new Date(Date.now() + 10_000).toISOString() : null,
      by: 'KN',
      quantity: 4,
      drawingVersion: 1,
    })
  reportedDrawing(station)
}
