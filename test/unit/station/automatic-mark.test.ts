// When the sheet at the brake is marked automatically: at its last piece, however it is counted, and not after a person undid the mark.
import { beforeEach, expect, test } from 'vitest'
import type { Work } from '../../../src-main/ledger/index.ts'
import { AutomaticMark } from '../../../src-main/station/marks/automatic-mark.ts'
import { sampleSheet } from '../ledger/sample-sheet.ts'

const wanted = 3
let done: number
let stop: Work['stop']
let isTaken: boolean
let tries: number
let marking: AutomaticMark

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
  marking.handleWorkChange()
  await settled()
}

beforeEach(() => {
  done = 0
  stop = null
  isTaken = true
  tries = 0
  marking = new AutomaticMark({
    sheet: () => sampleSheet,
    workOf: work,
    markBent: async () => {
      tries += 1
      if (isTaken) stop = 'already_marked'
      return isTaken
    },
  })
  marking.handleBrakeChange()
})

test('the last piece marks the sheet once, whether the brake counts it or a person books it', async () => {
  await workIs(2)
  expect(tries).toBe(0)
  done = 3
  marking.handleBrakeChange()
  marking.handleBrakeChange()
  await settled()
  marking.handleWorkChange()
  expect(tries).toBe(1)
})

test('a sheet that was complete before the station started is not marked', async () => {
  done = 3
  marking = new AutomaticMark({ sheet: () => sampleSheet, workOf: work, markBent: async () => ((tries += 1), true) })
  await workIs(3)
  expect(tries).toBe(0)
})

test('a failed attempt is repeated when the work changes, and not at each reading of the brake', async () => {
  isTaken = false
  await workIs(3)
  marking.handleBrakeChange()
  await settled()
  expect(tries).toBe(1)
  isTaken = true
  await workIs(3)
  expect(tries).toBe(2)
})

test('a stopped sheet is marked when it is released, unless its last piece was scrap', async () => {
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

test('a mark that a person undoes stays undone', async () => {
  await workIs(3)
  stop = null
  await workIs(3)
  marking.handleBrakeChange()
  await settled()
  expect(tries).toBe(1)
})
