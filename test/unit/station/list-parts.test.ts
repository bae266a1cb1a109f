import { expect, test } from 'vitest'
import type { ListView } from '../../../shared/station-api/index.ts'
import { createListParts } from '../../../src-main/station/list-parts.ts'
import { heldStation, today, tomorrow } from '../../end-to-end/screen/held-station.ts'

const { lists } = heldStation()
const listOf = (date: string): ListView => {
  const list = lists.get(date)
  if (list === undefined) throw new Error('there is such a day')
  return list
}

/** How often a list was laid out, and the parts of it. */
function parts() {
  const laidOut: string[] = []
  let shown: (date: string) => ListView = listOf
  const read = createListParts((date) => {
    laidOut.push(date)
    return shown(date)
  })
  return { read, laidOut, show: (now: typeof shown) => void (shown = now) }
}

const all = listOf(today).entries
const without = (date: string): ListView => ({ ...listOf(date), entries: listOf(date).entries.slice(1) })

test('the parts of a list are its entries once each, and it is laid out once for all of them', () => {
  const { read, laidOut } = parts()
  const entries = [0, 20, 40].flatMap((from) => read(today, { from, most: 20 }).entries)
  expect(entries).toEqual(all)
  expect(laidOut).toEqual([today])
})

test('the later parts are of the list that the first one was of, whatever changed meanwhile', () => {
  const { read, show } = parts()
  const first = read(today, { from: 0, most: 20 })
  show(without)
  const later = read(today, { from: 20, most: 500 })
  expect([...first.entries, ...later.entries]).toEqual(all)
  expect(later.entriesInAll).toBe(all.length)
})

test('a list begun anew, one whose last part was taken and one asked for whole are as they stand now', () => {
  const { read, show } = parts()
  read(today, { from: 0, most: 20 })
  show(without)
  expect(read(today, { from: 0, most: 20 }).entriesInAll).toBe(all.length - 1)
  read(today, { from: 20, most: 500 })
  show(listOf)
  expect(read(today, { from: 20, most: 500 }).entriesInAll).toBe(all.length)
  expect(read(today).entries).toHaveLength(all.length)
})

test('a part of another day is never one of the day begun', () => {
  const { read } = parts()
  read(today, { from: 0, most: 20 })
  expect(read(tomorrow, { from: 20, most: 5 }).entries).toEqual(listOf(tomorrow).entries.slice(20, 25))
})
