// Scenes of counting and of marks that ask something, set on the held station: for pictures and for tests of how they look.
import { markStates, type MarkDetailsView, type MarkView, type WorkView } from '../../../../shared/station-api/index.ts'
import { today, type HeldStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

const first = idOf('vindusbeslag-01')

function sheetIn(station: HeldStation) {
  const sheet = station.sheets.get(first)?.sheet ?? null
  if (sheet === null) throw new Error('there is such a sheet')
  return sheet
}

function workIn(station: HeldStation, change: Partial<WorkView> = {}): void {
  const { pieces } = sheetIn(station)
  station.work.work.set(first, {
    sheetId: first,
    job: { id: 'job', drawingVersion: 1, state: 'open' },
    pieces: pieces.map(({ pieceNo, quantity, lengthMm }, index) => ({
      pieceNo,
      done: index === 0 ? quantity - 1 : quantity,
      test: 1,
      scrap: index,
      rebend: 0,
      wanted: quantity,
      lengthMm,
    })),
    done: pieces.reduce((sum, { quantity }) => sum + quantity, 0) - 1,
    counted: true,
    complete: false,
    stop: null,
    handOver: null,
    older: [],
    deviations: [],
    overridden: false,
    ...change,
  })
  station.changed()
}

/** One piece short of the sheet, and pieces of an earlier drawing besides. */
export const counted = (station: HeldStation): void =>
  workIn(station, { older: [{ jobId: 'old', drawingVersion: 3, reworkCount: 0, done: 7 }] })

export function named(station: HeldStation): void {
  station.work.operators = ['KN', 'OLA', 'TB', 'MØ'].map((initials) => ({ id: initials, initials, active: true }))
}

export const wrong = (station: HeldStation): void =>
  workIn(station, {
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
        settledWhy: null,
      },
    ],
  })

export const given = (station: HeldStation): void =>
  workIn(station, {
    job: { id: 'job', drawingVersion: 1, state: 'handed_over' },
    stop: 'handed_over',
    handOver: {
      code: 'KH1A7M2QK6T3P8C1FXJ0WQ9ZB4N5D7VE2RHS6Y1TG8K3MPXC4A9B0QW7JZ5N2D6VF1RT8HS3Y',
      by: 'KN',
      at: `${today}T08:12:00Z`,
    },
  })

/** A mark whose sheet got another drawing. */
export function asked(station: HeldStation): void {
  const bent = sheetIn(station)
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
    bent,
    now,
    counts: [],
    decided: [],
    may: ['send_all_the_same', 'bend_anew', 'dismiss'],
  }
  station.work.details.set('mark-1', details)
  station.changed()
}

/** A mark in each state, and a drawing that is reported wrong. */
export function everyState(station: HeldStation): void {
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
  wrong(station)
}
