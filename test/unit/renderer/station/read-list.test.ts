import { expect, test } from 'vitest'
import type { ListView } from '../../../../shared/station-api/index.ts'
import { ReconnectingLink, grants, listPart, memoryChannels, serve } from '../../../../shared/station-api/index.ts'
import { readListInParts } from '../../../../src-renderer/station/read-list.ts'
import { fakeStation, today } from '../../../end-to-end/screen/fake-station/fake-station.ts'

const held = fakeStation().lists.get(today)
if (held === undefined) throw new Error('there is a list')
const one = held
/** Long enough for several parts. */
const long: ListView = { ...one, entries: Array.from({ length: 26 }, () => one.entries).flat() }

/** A connection to a station with that list, and a record of the calls. */
async function reading(list: () => ListView, shown?: ListView) {
  const station = fakeStation()
  const done: string[] = []
  station.handlers['list.read'] = async ({ part }) => {
    done.push(`asked from ${part?.from}`)
    return part === undefined ? list() : listPart(list(), part)
  }
  const link = new ReconnectingLink({
    open: async () => {
      const [screen, served] = memoryChannels()
      serve(served, { station, grants: new Set(grants), onError: () => undefined })
      return screen
    },
    wait: async () => undefined,
  })
  const told: number[] = []
  await new Promise<void>((opened) => link.subscribe(({ kind }) => kind === 'snapshot' && opened()))
  const read = await readListInParts(link, today, {
    shown,
    firstCount: 24,
    onFirstPart: ({ entries }) => void told.push(entries.length),
    waitForIdle: async () => void done.push('breathed'),
  })
  link.close()
  return { read, done, told }
}

test('a long list is shown as soon as one screen of it is read, and becomes complete', async () => {
  const { read, done, told } = await reading(() => long)
  expect(told).toEqual([24])
  expect(read.entries).toEqual(long.entries)
  expect(done.slice(0, 3)).toEqual(['asked from 0', 'breathed', 'asked from 24'])
})

test('a shown list is read again in large parts and replaced only when complete; unchanged entries keep their identity', async () => {
  const { read, done, told } = await reading(() => long, long)
  expect(told).toEqual([])
  expect(done.filter((what) => what !== 'breathed')).toEqual(['asked from 0', 'asked from 500', 'asked from 1000'])
  expect(read.entries.every((entry, index) => entry === long.entries[index])).toBe(true)
})

test('a short list is read at once', async () => {
  const short = { ...one, entries: one.entries.slice(0, 5) }
  const { read, done } = await reading(() => short)
  expect(read.entries).toHaveLength(5)
  expect(done).toEqual(['asked from 0'])
})

test('reading ends if the list becomes shorter meanwhile', async () => {
  let isShort = false
  const { read } = await reading(() => {
    const list = isShort ? { ...long, entries: long.entries.slice(0, 10) } : long
    isShort = true
    return list
  })
  expect(read.entries).toHaveLength(24)
})
