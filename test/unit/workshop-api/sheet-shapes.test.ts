// The modules that compute with a bending sheet declare only the fields that they need. This file asserts, in one place, that the sheet of
// the service fits all of these shapes: in the strict form of the service and in the tolerant reading of the client. tsc checks it.
import { expectTypeOf, test } from 'vitest'
import type { CheckedSheet } from '../../../shared/bending/index.ts'
import type { SheetToFit } from '../../../shared/bending/fit/index.ts'
import type { DrawnSheet } from '../../../shared/drawing/index.ts'
import type { SheetToEstimate } from '../../../shared/planning/sheet-work.ts'
import type { SheetView } from '../../../shared/station-api/index.ts'
import type { BendingSheet, ReadSheet } from '../../../shared/workshop-api/index.ts'

/** The fields of a shape that the sheet does not have, at the top level, in its profile and in its unfolding. */
type UnknownFields<Shape> =
  | Exclude<keyof Shape, keyof BendingSheet>
  | (Shape extends { profile: infer Profile } ? Exclude<keyof Profile, keyof BendingSheet['profile']> : never)
  | (Shape extends { unfolding: infer Unfolding } ? Exclude<keyof Unfolding, keyof BendingSheet['unfolding']> : never)

test('the sheet of the service fits the shape that drawing needs', () => {
  expectTypeOf<BendingSheet>().toExtend<DrawnSheet>()
  expectTypeOf<ReadSheet>().toExtend<DrawnSheet>()
  expectTypeOf<UnknownFields<DrawnSheet>>().toBeNever()
})

test('the sheet of the service fits the shape that the check of the flat pattern needs', () => {
  expectTypeOf<BendingSheet>().toExtend<CheckedSheet>()
  expectTypeOf<ReadSheet>().toExtend<CheckedSheet>()
  expectTypeOf<UnknownFields<CheckedSheet>>().toBeNever()
})

test('the sheet of the service fits the shape that the fit to a machine needs', () => {
  expectTypeOf<BendingSheet>().toExtend<SheetToFit>()
  expectTypeOf<ReadSheet>().toExtend<SheetToFit>()
  expectTypeOf<UnknownFields<SheetToFit>>().toBeNever()
})

test('the sheet of the service fits the shape that planning needs', () => {
  expectTypeOf<BendingSheet>().toExtend<SheetToEstimate>()
  expectTypeOf<ReadSheet>().toExtend<SheetToEstimate>()
  expectTypeOf<UnknownFields<SheetToEstimate>>().toBeNever()
})

test('the screen gets the sheet as the client reads it', () => {
  expectTypeOf<NonNullable<SheetView['sheet']>>().toEqualTypeOf<ReadSheet>()
})
