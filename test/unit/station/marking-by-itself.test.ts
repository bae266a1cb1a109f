// When the sheet at the brake is marked without being asked: at its last piece, whoever counts it, and never against a person's will.
import { beforeEach, expect, test } from 'vitest'
import type { Work } from '../../../src-main/outbox/index.ts'
import { markingByItself } from '../../../src-main/station/marking-by-itself.ts'
import { sampleSheet } from '../outbox/sample-sheet.ts'

const wanted = 3
let done: number
let stop: Work['stop']
let isTaken: boolean
let tries: number
let marking: ReturnType<typeof markingByItself>

const work = (): Work => ({
  sheetId: sampleSheet.id,
  job: null,
  pieces: [{ pieceNo: 1, done, test: 0, scrap: 0, rebend: 0, wanted, lengthMm: 2_000 }],
  done,
  counted: done > 0,
  complete: done === wanted,
  stop,
  handOver: null,
  older: [],
  deviations: [],
  overridden: false,
})
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
const workIs = async (count: number): Promise<void> => {
  done = count
  marking.workChanged()
  await settled()
}

beforeEach(() => {
  done = 0
  stop = null
  isTaken = true
  tries = 0
  marking = markingByItself({
    sheet: () => sampleSheet,
    workOf: work,
    markBent: async () => {
      tries += 1
      if (isTaken) stop = 'already_marked'
      return isTaken
    },
  })
  marking.counted()
})

test('the last piece marks it, counted by the brake or booked by hand, once', async () => {
  await workIs(2)
  expect(tries).toBe(0)
  done = 3
  marking.counted()
  marking.counted()
  await settled()
  marking.workChanged()
  expect(tries).toBe(1)
})

test('what was complete before the station was looking is not marked', async () => {
  done = 3
  marking = markingByItself({ sheet: () => sampleSheet, workOf: work, markBent: async () => ((tries += 1), true) })
  await workIs(3)
  expect(tries).toBe(0)
})

test('a try that failed is made again when the work changes, and not at each reading of the brake', async () => {
  isTaken = false
  await workIs(3)
  marking.counted()
  await settled()
  expect(tries).toBe(1)
  isTaken = true
  await workIs(3)
  expect(tries).toBe(2)
})

test('a sheet that is stopped is marked when it is released, and not where its last piece was scrap', async () => {
  stop = 'drawing_wrong'
  await workIs(3)
  expect(tries).toBe(0)
  await workIs(2)
  stop = null
  await workIs(2)
  expect(tries).toBe(0)
  stop = 'drawing_wrong'
  await workIs(3)
  stop = null
  await workIs(3)
  expect(tries).toBe(1)
})

test('a mark that a person takes back stays taken back', async () => {
  await workIs(3)
  stop = null
  await workIs(3)
  marking.counted()
  await settled()
  expect(tries).toBe(1)
})
