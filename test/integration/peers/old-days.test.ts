// Days that are too old are deleted at two real stations, and no peer brings them back.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hourMs } from '../../../shared/base/durations.ts'
import { keptDays } from '../../../shared/peers/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'
import { systemClock, type Clock } from '../../../src-main/platform/clock.ts'
import { untilPasses } from '../../until-passes.ts'
import { pair, pieceAt, sheetId, stationFixture, today, untilLinked, type TestStation } from './peer-rig.ts'

const { open, close } = stationFixture()

/** The computer's clock, whose waits of an hour end when the test says so. */
function hourlyClock(): { clock: Clock; endHour: () => void } {
  let hours: (() => void)[] = []
  return {
    clock: {
      ...systemClock,
      wait: (ms, signal) =>
        ms === hourMs
          ? new Promise((resolve) => {
              signal?.addEventListener('abort', () => resolve(), { once: true })
              hours.push(resolve)
            })
          : systemClock.wait(ms, signal),
    },
    endHour: () => {
      const ended = hours
      hours = []
      for (const end of ended) end()
    },
  }
}

/** The days of which the file of a closed station has anything. */
function daysOnDisk({ folder }: TestStation): string[] {
  const db = new Database(join(folder, 'peers.db'), { readonly: true })
  const days = db
    .prepare<[], string>(
      `SELECT document FROM document_update UNION SELECT document FROM fact UNION SELECT name FROM document`,
    )
    .pluck()
    .all()
  db.close()
  return days.filter((name) => name !== 'permanent').toSorted()
}

const piecesAt = ({ peers }: TestStation): number => peers.factsOfSheet(sheetId).length

describe('a day older than the kept ones', () => {
  const [old, older, oldestKept] = [
    addDays(today, -keptDays - 1),
    addDays(today, -keptDays - 2),
    addDays(today, -keptDays),
  ]

  test('is deleted at the open and within the hour, on the disk too, and a peer does not bring it back', async () => {
    // both stations are two days behind and share the days, which are kept then
    let date = addDays(today, -2)
    const { clock, endHour } = hourlyClock()
    const brake = await open({ name: 'Kantpresse 2', today: () => date, clock })
    const office = await open({ name: 'Kontor', today: () => date, clock })
    await pair(office, brake)
    office.peers.setTypedAddresses([brake.address])
    await untilLinked(office, brake)
    brake.peers.share([older, old, oldestKept, today].map((day) => pieceAt(brake, day, 1, day)))
    await untilPasses(() => expect(piecesAt(office)).toBe(4))

    // the days become too old while both run
    date = today
    endHour()
    await untilPasses(() => expect(piecesAt(office)).toBe(2))
    await untilPasses(() => expect(piecesAt(brake)).toBe(2))
    await close(office)
    expect(daysOnDisk(office)).toEqual([oldestKept, today])

    // the brake's clock is set back and it has the days again; the other one opens with the right date
    date = addDays(today, -2)
    brake.peers.share([older, old].map((day) => pieceAt(brake, `${day} again`, 1, day)))
    expect(piecesAt(brake)).toBe(4)
    const again = await open({ folder: office.folder, name: 'Kontor', addresses: [brake.address] })
    await untilLinked(again, brake)
    brake.peers.share([pieceAt(brake, 'last')])
    await untilPasses(() => expect(piecesAt(again)).toBe(3))
    await close(again)
    expect(daysOnDisk(again)).toEqual([oldestKept, today])

    // and the brake deletes them when it opens with the right date
    await close(brake)
    expect(daysOnDisk(brake)).toEqual([older, old, oldestKept, today])
    const right = await open({ folder: brake.folder, name: 'Kantpresse 2' })
    expect(piecesAt(right)).toBe(3)
    await close(right)
    expect(daysOnDisk(right)).toEqual([oldestKept, today])
  })

  test('stays where only the computer’s clock says that it is old', async () => {
    const station = await open({ today: () => addDays(today, -1) })
    station.peers.share([pieceAt(station, 'yesterday', 1, addDays(today, -1))])
    await close(station)
    const ahead = await open({ folder: station.folder, today: () => addDays(today, 200) })
    expect(piecesAt(ahead)).toBe(1)
  })
})
