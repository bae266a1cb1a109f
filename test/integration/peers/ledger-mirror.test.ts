// The mirror of a real ledger in the shared documents of a real station: after an older ledger was restored, and after its clock was ahead.
import { cpSync, rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { hourMs } from '../../../shared/base/durations.ts'
import { newestMarks } from '../../../shared/peers/index.ts'
import { openLedger, type Ledger } from '../../../src-main/ledger/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { LedgerMirror } from '../../../src-main/station/peers/ledger-mirror.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'
import { newFolder, stationFixture, type TestStation } from './peer-rig.ts'

const { open } = stationFixture()
const ledgers = new Set<Ledger>()
afterEach(async () => {
  await Promise.all([...ledgers].map((ledger) => ledger.close()))
  ledgers.clear()
})

let aheadMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs }
afterEach(() => {
  aheadMs = 0
})

function openAt(folder: string): Ledger {
  const ledger = openLedger({ folder, clock })
  ledgers.add(ledger)
  return ledger
}

async function closeLedger(ledger: Ledger): Promise<void> {
  ledgers.delete(ledger)
  await ledger.close()
}

let acts = 0
function count(ledger: Ledger, pieces: number): void {
  for (let piece = 0; piece < pieces; piece += 1) {
    const counted = ledger.counting.book({
      sheet: sampleSheet,
      pressBrakeId: null,
      operatorId: null,
      actId: `act ${(acts += 1)}`,
      pieceNo: 1,
      count: 1,
      kind: 'good',
      source: 'hand',
    })
    if (!counted.ok) throw new Error(counted.error.code)
  }
}

const mirrorOf = ({ peers }: TestStation, { shareable }: Ledger): LedgerMirror =>
  new LedgerMirror({
    shareable,
    peers,
    machineSettings: () => [],
    readDays: () => [],
    now: clock.now,
  })

const sharedPieces = ({ peers }: TestStation): number => peers.factsOfKind('piece', { elsewhere: false }).length

// two are lost
test.each([1, 2, 4])('after an older ledger is restored, new pieces are shared too: %d', async (piecesAfter) => {
  const station = await open()
  const [folder, copy] = [newFolder(), newFolder()]
  const first = openAt(folder)
  count(first, 3)
  await closeLedger(first)
  cpSync(folder, copy, { recursive: true })
  const later = openAt(folder)
  count(later, 2)
  mirrorOf(station, later).shareNext()
  expect(sharedPieces(station)).toBe(5)
  await closeLedger(later)

  rmSync(folder, { recursive: true })
  const restored = openAt(copy)
  count(restored, piecesAfter)
  mirrorOf(station, restored).shareNext()
  expect(sharedPieces(station)).toBe(5 + piecesAfter)
})

/** Shares until nothing is left. */
function shareAll(mirror: LedgerMirror): void {
  let calls = 1
  while (mirror.shareNext()) expect((calls += 1)).toBeLessThan(10)
}

/** Marks the sample sheet after so many reworks. Returns the id of the mark. */
function markAt({ marks }: Ledger, reworkCount: number): string {
  const marked = marks.create({
    sheet: { ...sampleSheet, reworkCount },
    by: 'KN',
    pressBrakeId: null,
    fingerprint: 'bolgen/test',
    serviceOffsetMs: 0,
  })
  if (!marked.ok) throw new Error(marked.error.code)
  return marked.value.id
}

// 501 are more than one commit takes
test.each([1, 501])(
  'what is marked after a clock that was ahead is set right is shared; marks before: %d',
  async (count) => {
    const station = await open()
    const ledger = openAt(newFolder())
    const mirror = mirrorOf(station, ledger)
    const sharedMarks = (): number => {
      const facts = station.peers.factsOfKind('mark', { elsewhere: false })
      return new Set(facts.map(({ fact }) => fact.mark)).size
    }
    aheadMs = 2 * hourMs
    for (let reworkCount = 0; reworkCount < count; reworkCount += 1) markAt(ledger, reworkCount)
    shareAll(mirror)
    expect(sharedMarks()).toBe(count)
    aheadMs = 0
    markAt(ledger, count)
    shareAll(mirror)
    expect(sharedMarks()).toBe(count + 1)
  },
)

test('a mark that is undone after a fast clock is set right is cancelled for the others, also after a restart', async () => {
  const station = await open()
  const ledger = openAt(newFolder())
  const mirror = mirrorOf(station, ledger)
  const facts = () => station.peers.factsOfKind('mark', { elsewhere: false })
  aheadMs = 2 * hourMs
  const markId = markAt(ledger, sampleSheet.reworkCount)
  shareAll(mirror)
  expect(newestMarks(facts()).map(({ state }) => state)).toEqual(['held'])
  aheadMs = 0
  expect(ledger.marks.undo(markId).ok).toBe(true)
  shareAll(mirror)
  shareAll(mirrorOf(station, ledger))
  expect(newestMarks(facts()).map(({ state }) => state)).toEqual(['cancelled'])
  // a state that is mirrored again is not another one
  expect(facts()).toHaveLength(2)
})

test('what was changed while a cursor was ahead is shared after a restart', async () => {
  const station = await open()
  const ledger = openAt(newFolder())
  ledger.operators.add('KN')
  // as a clock that was ahead leaves them
  for (const name of ['mark', 'operator']) station.peers.setCursor(name, clock.now() + hourMs)
  aheadMs = 2 * hourMs
  shareAll(mirrorOf(station, ledger))
  expect(station.peers.factsOfKind('operator', { elsewhere: false })).toHaveLength(1)
})
