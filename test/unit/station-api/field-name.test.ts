import { describe, expect, test } from 'vitest'
import en from '../../../resources/translations/en.json' with { type: 'json' }
import nb from '../../../resources/translations/nb.json' with { type: 'json' }
import { fieldNames, translatedFieldName } from '../../../shared/station-api/index.ts'
import { bendingListEntry, bendingSheet } from '../../../shared/workshop-api/index.ts'

test('the keys of a field begin with its full path and end with its outermost part', () => {
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

describe.each([
  ['nb', nb.field],
  ['en', en.field],
])('in %s', (_, texts) => {
  const names = new Map<string, string>(Object.entries(texts))
  const nameOf = (path: string): string =>
    translatedFieldName(path, (key) => names.get(key.slice('field.'.length)) ?? null)

  test.each([...Object.keys(bendingListEntry.shape), ...Object.keys(bendingSheet.shape)])(
    'the field %s of a line or a sheet has a name',
    (field) => {
      expect(nameOf(field)).not.toBe(field)
    },
  )

  test('a field without a name has that of what it is part of', () => {
    expect(nameOf('approval.state')).toBe(nameOf('approval'))
    expect(nameOf('order.dueDate')).toBe(nameOf('dueDate'))
  })
})
