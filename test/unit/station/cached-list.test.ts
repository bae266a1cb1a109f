// How often a day’s list is computed.
import { expect, test } from 'vitest'
import { cachedList } from '../../../src-main/station/lists/cached-list.ts'
import { fakeStation, today, tomorrow } from '../../end-to-end/screen/fake-station/fake-station.ts'

test('a list is computed again only for another day and after a change', () => {
  const { lists } = fakeStation()
  const computed: string[] = []
  let revision = 'one'
  const read = cachedList(
    (date) => {
      computed.push(`${date} at ${revision}`)
      const list = lists.get(date)
      if (list === undefined) throw new Error('there is such a day')
      return list
    },
    () => revision,
  )
  const first = read(today)
  expect(read(today)).toBe(first)
  revision = 'two'
  read(today)
  read(tomorrow)
  read(tomorrow)
  read(today)
  expect(computed).toEqual([`${today} at one`, `${today} at two`, `${tomorrow} at two`, `${today} at two`])
})
