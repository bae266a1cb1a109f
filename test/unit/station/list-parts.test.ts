// The parts of a long list.
import { expect, test } from 'vitest'
import type { ListPart, ListView } from '../../../shared/station-api/index.ts'
import { createListParts } from '../../../src-main/station/lists/list-parts.ts'
import { fakeStation, today, tomorrow } from '../../end-to-end/screen/fake-station/fake-station.ts'

const { lists } = fakeStation()
const listOf = (date: string): ListView => {
  const list = lists.get(date)
  if (list === undefined) throw new Error('there is such a day')
  return list
}

/** Reads a list in parts, for one screen unless others are named; `computed` has the date of each list that was computed. */
function parts() {
  const computed: string[] = []
  let shown: (date: string) => ListView = listOf
  const readPart = createListParts((date) => {
    computed.push(date)
    return shown(date)
  })
  const onlyScreen = {}
  const read = (date: string, part?: ListPart, screen: object = onlyScreen) => readPart(date, part, screen)
  return { read, computed, show: (list: typeof shown) => void (shown = list) }
}

const all = listOf(today).entries
const without = (date: string): ListView => ({ ...listOf(date), entries: listOf(date).entries.slice(1) })

test('the parts of a list have each entry once, and the list is computed once for all parts', () => {
  const { read, computed } = parts()
  const entries = [0, 20, 40].flatMap((offset) => read(today, { offset, limit: 20 }).entries)
  expect(entries).toEqual(all)
  expect(computed).toEqual([today])
})

test('the later parts come from the same list as the first one, even if the list changes in between', () => {
  const { read, show } = parts()
  const first = read(today, { offset: 0, limit: 20 })
  show(without)
  const later = read(today, { offset: 20, limit: 500 })
  expect([...first.entries, ...later.entries]).toEqual(all)
  expect(later.totalEntries).toBe(all.length)
})

test('a first part, a part after the last one and a whole list show the present list', () => {
  const { read, show } = parts()
  read(today, { offset: 0, limit: 20 })
  show(without)
  expect(read(today, { offset: 0, limit: 20 }).totalEntries).toBe(all.length - 1)
  read(today, { offset: 20, limit: 500 })
  show(listOf)
  expect(read(today, { offset: 20, limit: 500 }).totalEntries).toBe(all.length)
  expect(read(today).entries).toHaveLength(all.length)
})

test('a part of another day does not come from the day that is partly read', () => {
  const { read } = parts()
  read(today, { offset: 0, limit: 20 })
  expect(read(tomorrow, { offset: 20, limit: 5 }).entries).toEqual(listOf(tomorrow).entries.slice(20, 25))
})

test('two screens that read a list at the same time do not disturb each other', () => {
  const { read, show } = parts()
  const [early, late] = [{}, {}]
  const first = read(today, { offset: 0, limit: 20 }, early)
  show(without)
  const other = read(today, { offset: 0, limit: 20 }, late)
  const entries = [
    { begun: first, screen: early },
    { begun: other, screen: late },
  ].map(({ begun, screen }) => [...begun.entries, ...read(today, { offset: 20, limit: 500 }, screen).entries])
  expect(entries).toEqual([all, all.slice(1)])
})

test('a part without a screen is refused, because screens would share one list', () => {
  const read = createListParts(listOf)
  expect(() => read(today, { offset: 0, limit: 20 }, undefined)).toThrow('needs a screen')
  expect(read(today, undefined, undefined).entries).toEqual(all)
})
