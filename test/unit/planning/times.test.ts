// The duration of a sheet, and the pace that is learnt from counted pieces.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minPieces, massKg, minutesOfSheet, paceOf, usualTimes, workInOrder } from '../../../shared/planning/index.ts'

const times = { ...usualTimes, setUpMin: 5, bendSec: 10, pieceSec: 20, metreSec: 5, kgSec: 1 }

describe('the minutes of a sheet', () => {
  test('are its set-up plus the strokes and the handling of each piece by length and mass', () => {
    const work = { strokes: 3, pieces: [{ quantity: 4, lengthMm: 2_000, massKg: 10 }] }
    expect(minutesOfSheet(work, times)).toBeCloseTo(5 + (4 * (20 + 30 + 10 + 10)) / 60)
    expect(minutesOfSheet(work, times, 2)).toBeCloseTo(5 + (2 * 4 * 70) / 60)
  })

  test('have the strokes, flips, half turns, changes of station and set-up of an order that works', () => {
    const ownTimes = { ...times, flipSec: 7, halfTurnSec: 5, stationSec: 3 }
    const work = { strokes: 3, pieces: [{ quantity: 4, lengthMm: 2_000, massKg: 10 }] }
    const handling = { strokes: 6, flips: 2, halfTurns: 1, toolChanges: 4, setUpChanges: 2 }
    const planned = workInOrder(work, { kind: 'works', isOwn: false, handling })
    expect(minutesOfSheet(planned, ownTimes)).toBeCloseTo(
      5 + 2 * ownTimes.toolMin + (4 * (20 + 60 + 14 + 5 + 12 + 10 + 10)) / 60,
    )
    expect(workInOrder(work, { kind: 'not_planned_yet' })).toBe(work)
    expect(workInOrder(work, { kind: 'impossible', isOwn: false, reasons: [] })).toBe(work)
  })

  test('count an unknown mass as 0', () => {
    expect(massKg({ material: 'tre', thicknessMm: 1, widthMm: 100, lengthMm: 1_000 })).toBeNull()
    expect(massKg({ material: 'aluminium', thicknessMm: 1, widthMm: 1_000, lengthMm: 1_000 })).toBeCloseTo(2.7)
    expect(minutesOfSheet({ strokes: 0, pieces: [{ quantity: 1, lengthMm: 0, massKg: null }] }, times)).toBeCloseTo(
      5 + 20 / 60,
    )
  })
})

const seen = (count: number, afterSec: number) =>
  Array.from({ length: count }, () => ({ pieces: 1, afterSec, expectedSec: 20 }))

describe('a pace', () => {
  test('is 1 until enough pieces are counted', () => {
    expect(paceOf(seen(minPieces - 1, 30))).toEqual({ pace: 1, secondsPerPiece: null, sampleSize: minPieces - 1 })
    expect(paceOf(seen(minPieces, 30))).toEqual({ pace: 1.5, secondsPerPiece: 30, sampleSize: minPieces })
  })

  test('ignores breaks and up to a third of outliers, and stays within its limits', () => {
    expect(paceOf([...seen(40, 30), ...seen(10, 3_600)])).toMatchObject({ pace: 1.5, sampleSize: 40 })
    expect(paceOf([...seen(40, 30), ...seen(19, 1)]).pace).toBe(1.5)
    expect(paceOf(seen(40, 800)).pace).toBe(5)
    expect(paceOf(seen(40, 0.1)).pace).toBe(0.2)
  })

  test('is between the least and the greatest counted pace', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ pieces: fc.integer({ min: 1, max: 9 }), afterSec: fc.double({ min: 5, max: 90, noNaN: true }) }),
          {
            minLength: minPieces,
          },
        ),
        (booked) => {
          const { pace } = paceOf(booked.map((one) => ({ ...one, expectedSec: 20 })))
          const ratios = booked.map(({ pieces, afterSec }) => afterSec / pieces / 20)
          expect(pace).toBeGreaterThanOrEqual(Math.max(0.2, Math.min(...ratios)) - 1e-9)
          expect(pace).toBeLessThanOrEqual(Math.min(5, Math.max(...ratios)) + 1e-9)
        },
      ),
    )
  })
})
