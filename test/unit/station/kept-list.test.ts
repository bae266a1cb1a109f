import { expect, test } from 'vitest'
import { keptList } from '../../../src-main/station/kept-list.ts'
import { heldStation, today, tomorrow } from '../../end-to-end/screen/held-station.ts'

test('a list is laid out anew for another day and after a change, and not otherwise', () => {
  const { lists } = heldStation()
  const laidOut: string[] = []
  let revision = 'one'
  const read = keptList(
    (date) => {
      laidOut.push(`${date} at ${revision}`)
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
  expect(laidOut).toEqual([`${today} at one`, `${today} at two`, `${tomorrow} at two`, `${today} at two`])
})
