// Corrections of a machine at two real stations on loopback, each with its ledger: which one applies, what is not shared, and what comes
// back after the shared documents were lost.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openLedger, type Ledger, type NewCorrection, type NewGaugeCorrection } from '../../../src-main/ledger/index.ts'
import { factKeyOf } from '../../../src-main/peers/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { FactsElsewhere } from '../../../src-main/station/peers/index.ts'
import { LedgerMirror } from '../../../src-main/station/peers/ledger-mirror.ts'
import { correctionSetting } from '../../fixtures/correction-setting.ts'
import { untilPasses } from '../../until-passes.ts'
import { newFolder, stationFixture, type TestStation } from './peer-rig.ts'

const { open, close, pairOfStations } = stationFixture()
const machine = '018f0000-0000-7000-8000-00000000000b'
const setting = { ...correctionSetting, pressBrakeId: machine }
const angle: NewCorrection = { ...setting, correctionDeg: -1.5, measuredDeg: 91.5 }
const gauge: NewGaugeCorrection = { ...setting, place: 'end', drawnMm: 30, measuredMm: 30.4, correctionMm: -0.4 }

interface Stores {
  ledger: Ledger
  elsewhere: FactsElsewhere
}
const ledgers = new Set<Ledger>()
afterEach(async () => {
  await Promise.all([...ledgers].map((ledger) => ledger.close()))
  ledgers.clear()
})
function openStores(): Stores {
  const elsewhere = new FactsElsewhere(systemClock.now)
  const ledger = openLedger({ folder: newFolder(), clock: systemClock, elsewhere })
  ledgers.add(ledger)
  return { ledger, elsewhere }
}

/** Reads the shared documents as a station does. Returns a function that shares what the ledger has. */
function connect({ peers }: TestStation, { ledger, elsewhere }: Stores): () => void {
  elsewhere.setPeers(peers)
  peers.arrived.subscribe((change) => elsewhere.update(change))
  const mirror = new LedgerMirror({
    shareable: ledger.shareable,
    peers,
    machineSettings: () => [],
    readDays: () => [],
    now: systemClock.now,
  })
  return () => void mirror.shareNext()
}

const anglesAt = ({ ledger }: Stores) =>
  ledger.corrections.of(machine, 'sink').map((one) => [one.correctionDeg, 'elsewhere' in one ? one.elsewhere : null])
const atBrake = { station: 'Kantpresse 2', by: null }
const atOffice = { station: 'Kontor', by: null }

test('an angle and a flange that were measured at one station apply at the other, and a newer one there replaces them', async () => {
  const [brake, office] = await pairOfStations()
  const [brakeStores, officeStores] = [openStores(), openStores()]
  const [shareBrake, shareOffice] = [connect(brake, brakeStores), connect(office, officeStores)]
  brakeStores.ledger.corrections.put(angle)
  brakeStores.ledger.corrections.put({ ...angle, pressBrakeId: null, correctionDeg: 9 })
  brakeStores.ledger.gaugeCorrections.put(gauge)
  shareBrake()
  await untilPasses(() => expect(anglesAt(officeStores)).toEqual([[-1.5, atBrake]]))
  const { pressBrakeId: _machine, programId: _program, operatorId: _operator, ...applies } = gauge
  const { ledger } = officeStores
  await untilPasses(() =>
    expect(ledger.gaugeCorrections.of(machine, 'sink')).toMatchObject([{ ...applies, elsewhere: atBrake }]),
  )
  // without a machine it is this station's alone
  expect(ledger.corrections.of(null, 'sink')).toEqual([])

  ledger.corrections.put({ ...angle, correctionDeg: 0, measuredDeg: null, takenBack: true })
  ledger.gaugeCorrections.put({ ...gauge, correctionMm: 0.2, measuredMm: 30.2 })
  shareOffice()
  await untilPasses(() =>
    expect(brakeStores.ledger.corrections.of(machine, 'sink')).toMatchObject([
      angle,
      { takenBack: true, measuredDeg: null, elsewhere: atOffice },
    ]),
  )
  await untilPasses(() =>
    expect(brakeStores.ledger.gaugeCorrections.of(machine, 'sink')).toMatchObject([
      gauge,
      { correctionMm: 0.2, measuredMm: 30.2, elsewhere: atOffice },
    ]),
  )
})

test('a station that lost the shared documents has all corrections again, each once', async () => {
  const [brake, office] = await pairOfStations()
  const [brakeStores, officeStores] = [openStores(), openStores()]
  const [shareBrake, shareOffice] = [connect(brake, brakeStores), connect(office, officeStores)]
  brakeStores.ledger.corrections.put(angle)
  shareBrake()
  await untilPasses(() => expect(anglesAt(officeStores)).toEqual([[-1.5, atBrake]]))
  officeStores.ledger.corrections.put({ ...angle, correctionDeg: 0.5 })
  shareOffice()
  await close(brake)
  for (const end of ['', '-wal', '-shm']) rmSync(join(brake.folder, `peers.db${end}`), { force: true })
  const again = await open({ folder: brake.folder, name: 'Kantpresse 2', addresses: [office.address] })
  connect(again, brakeStores)()
  await untilPasses(() =>
    expect(anglesAt(brakeStores)).toEqual([
      [-1.5, null],
      [0.5, atOffice],
    ]),
  )
  expect(anglesAt(officeStores)).toEqual([
    [-1.5, atBrake],
    [0.5, null],
  ])
})

test('a correction of a clock that is a day ahead does not apply, so that no person is locked out', async () => {
  const [brake, office] = await pairOfStations()
  const stores = openStores()
  connect(office, stores)
  const share = (id: string, aheadMs: number, corr: number) =>
    brake.peers.share([
      {
        key: factKeyOf('c', id),
        document: 'permanent',
        fact: {
          v: 1,
          kind: 'correction',
          from: brake.peers.stationId,
          time: Date.now() + aheadMs,
          brake: machine,
          mat: 'sink',
          mm: 0.8,
          tool: 'V8',
          punch: 'straight-88',
          vMm: 8,
          deg: 90,
          corr,
        },
      },
    ])
  share('ahead', 24 * 3_600_000, 9)
  share('right', 0, -1)
  await untilPasses(() => expect(anglesAt(stores)).toEqual([[-1, atBrake]]))
  stores.ledger.corrections.put(angle)
  expect(anglesAt(stores).at(-1)).toEqual([-1.5, null])
})
