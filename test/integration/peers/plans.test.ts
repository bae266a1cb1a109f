// Planners' choices for one sheet at two real stations on loopback: which one applies where a clock is ahead.
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../../shared/base/durations.ts'
import type { FactOf } from '../../../shared/peers/index.ts'
import { factKeyOf } from '../../../src-main/peers/index.ts'
import { FactsElsewhere } from '../../../src-main/station/peers/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { sheetId, stationFixture, today, type TestStation } from './peer-rig.ts'

const { pairOfStations } = stationFixture()

function share({ peers }: TestStation, machine: string, time: number): void {
  const fact: FactOf<'plan'> = {
    v: 1,
    kind: 'plan',
    from: peers.stationId,
    time,
    sheet: sheetId,
    date: today,
    hash: 'ab'.repeat(32),
    dv: 1,
    machine,
    rank: null,
    pin: false,
    split: null,
  }
  peers.share([{ key: factKeyOf('n', machine), document: today, fact }])
}

test('a choice of a station whose clock is a day ahead does not apply before that day, and does not hide another', async () => {
  const [brake, office] = await pairOfStations()
  const startMs = Date.now()
  let nowMs = startMs
  const elsewhere = new FactsElsewhere(() => nowMs)
  elsewhere.setPeers(office.peers)
  office.peers.arrived.subscribe((change) => elsewhere.update(change))
  const machine = () => elsewhere.planOf(sheetId)?.applied.fact.machine
  share(brake, 'ahead', startMs + dayMs)
  share(brake, 'in time', startMs + minuteMs)
  await untilPasses(() => expect(machine()).toBe('in time'))
  expect(elsewhere.choiceOf(sheetId)).toMatchObject({ machine: 'in time', chosenAtMs: startMs + minuteMs })
  expect(elsewhere.planOf(sheetId)?.overwritten).toEqual([])
  nowMs = startMs + dayMs
  expect(machine()).toBe('ahead')
})
