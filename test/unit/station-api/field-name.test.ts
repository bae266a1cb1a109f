import { expect, test } from 'vitest'
import { fieldNames } from '../../../shared/station-api/index.ts'

test('a field is named by itself first, then by what it is part of', () => {
  expect(fieldNames('unfolding.cutouts[1].points[3].x')).toEqual([
    { key: 'field.unfolding_cutouts_no_points_no_x', no: 4, of: 2 },
    { key: 'field.unfolding_cutouts_no_points_no', no: 4, of: 2 },
    { key: 'field.unfolding_cutouts_no_points', no: 2, of: 0 },
    { key: 'field.unfolding_cutouts_no', no: 2, of: 0 },
    { key: 'field.unfolding_cutouts', no: 0, of: 0 },
    { key: 'field.unfolding', no: 0, of: 0 },
  ])
})

test('indices are counted as people count', () => {
  expect(fieldNames('profile.flanges[2].lengthMm')[0]).toEqual({
    key: 'field.profile_flanges_no_lengthMm',
    no: 3,
    of: 0,
  })
})

test('no field has no name', () => {
  expect(fieldNames('')).toEqual([])
})
