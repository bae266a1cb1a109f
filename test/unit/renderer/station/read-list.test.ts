import { expect, test } from 'vitest'
import type { ListView } from '../../../../shared/station-api/index.ts'
import { ReconnectingLink, grants, listPart, memoryChannels, serve } from '../../../../shared/station-api/index.ts'
import { readListInParts } from '../../../../src-renderer/station/read-list.ts'
import { fakeStation, today } from '../../../end-to-end/screen/fake-station/fake-station.ts'

function listOfToday(): ListView {
  const list = fakeStation().lists.get(today)
  if (list === undefined) throw new Error('the station has no list of today')
  return list
}

const usual = listOfToday()
/** Long enough for several parts. */
const long: ListView = { ...usual, entries: Array.from({ length: 26 }, () => usual.entries).flat() }

/** A connection to a station with that list, and a record of the calls. */
async function readWhile(list: () => ListView, shown?: ListView) {
  const station = fakeStation()
  const steps: string[] = []
  station.handlers['list.read'] = async ({ part }) => {
    steps.push(`read from ${part?.offset}`)
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
  const firstParts: number[] = []
  await new Promise<void>((opened) => link.subscribe(({ kind }) => kind === 'snapshot' && opened()))
  const read = await readListInParts(link, today, {
    shown,
    firstCount: 24,
    onFirstPart: ({ entries }) => void firstParts.push(entries.length),
    waitForIdle: async () => void steps.push('waited'),
  })
  link.close()
  return { read, steps, firstParts }
}

test('a long list is shown as soon as one screen of it is read, and becomes complete', async () => {
  const { read, steps, firstParts } = await readWhile(() => long)
  expect(firstParts).toEqual([24])
  expect(read.entries).toEqual(long.entries)
  expect(steps.slice(0, 3)).toEqual(['read from 0', 'waited', 'read from 24'])
})

test('a shown list is read again in large parts and replaced only when complete; unchanged entries keep their identity', async () => {
  const { read, steps, firstParts } = await readWhile(() => long, long)
  expect(firstParts).toEqual([])
  expect(steps.filter((step) => step !== 'waited')).toEqual(['read from 0', 'read from 500', 'read from 1000'])
  expect(read.entries.every((entry, index) => entry === long.entries[index])).toBe(true)
})

test('a short list is read at once', async () => {
  const short = { ...usual, entries: usual.entries.slice(0, 5) }
  const { read, steps } = await readWhile(() => short)
  expect(read.entries).toHaveLength(5)
  expect(steps).toEqual(['read from 0'])
})

test('reading ends if the list becomes shorter meanwhile', async () => {
  let isShort = false
  const { read } = await readWhile(() => {
    const list = isShort ? { ...long, entries: long.entries.slice(0, 10) } : long
    isShort = true
    return list
  })
  expect(read.entries).toHaveLength(24)
})
