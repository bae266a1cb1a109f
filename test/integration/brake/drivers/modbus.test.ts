// The Modbus driver with the simulator, over a connection in memory: writes, reads, and every refusal.
import { describe, expect, test } from 'vitest'
import type { Driver } from '../../../../src-main/brake/drivers/driver.ts'
import { createModbusDriver } from '../../../../src-main/brake/drivers/modbus-driver.ts'
import { toWords } from '../../../../src-main/brake/protocol/register-value.ts'
import { mapOf, programOf, shippedMap, shippedMapText } from '../../../fixtures/brake-programs.ts'
import { bumpProgram, otherStroke } from '../../../fixtures/bump-program.ts'
import { hemProgram, oldControllerText, otherKind } from '../../../fixtures/hem-program.ts'
import { passing, simulatedLink, type SimulatedLink } from '../../../simulated-link.ts'

const never = new AbortController().signal
/** The transmission time of a character of 11 bits at 19 200 baud. */
const characterMs = 11 / 19.2

function linked(map = shippedMap): SimulatedLink & { driver: Driver; wait: <T>(promise: Promise<T>) => Promise<T> } {
  const link = simulatedLink(map, { characterMs })
  return { ...link, ...link.connect(), wait: (promise) => passing(link.clock, promise) }
}
/** Advances the clock, wait by wait. */
async function advanceUntil(clock: SimulatedLink['clock'], isReached: () => boolean): Promise<void> {
  for (; !isReached(); clock.advance(clock.nextWait() ?? 0)) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise(setImmediate)
  }
}
const changedMap = (text: string, replacement: string): string => shippedMapText.replace(text, replacement)
const noSafeMap = mapOf(changedMap('"safe": { "register": "state", "values": [1] },', ''))

describe('an upload', () => {
  test.each([1, 6, 14])(
    'of %i steps writes the table and the count, then loads the program, and is read back unchanged',
    async (steps) => {
      const { driver, side, machine, wait } = linked()
      const program = programOf(steps)
      await wait(driver.upload(program, never))
      const frames = side.writes.map(({ request }) => [request.code, request.address, request.words.length])
      // a frame has at most 123 registers
      const widths = [123, 123, 123].map((most, index) => Math.min(most, 1 + 18 * steps - index * most))
      const tables = widths.flatMap((width, index) => (width > 0 ? [[16, 100 + index * 123, width]] : []))
      expect(frames).toEqual([...tables, [6, 90, 1]])
      expect(machine.stepsLoaded()).toBe(steps)
      expect(await wait(driver.verify(program))).toEqual({ same: true, differences: [] })
    },
  )

  test('writes each value with its scale', async () => {
    const { driver, side, wait } = linked()
    await wait(driver.upload(programOf(3), never))
    const [table] = side.writes
    const plain = [0, 1, 0, 0, 0, 1, 1, 0, 0, 0]
    expect(table?.request.words.slice(0, 19)).toEqual([3, 9_100, 0, 0, 30_125, 20_000, 70, 0, 0, ...plain])
    // step 3: 93°, -1.25°, 50.375 mm, up, from the last edge
    expect(table?.request.words.slice(37, 45)).toEqual([9_300, 0x1_0000 - 125, 0, 50_375, 20_000, 70, 0, 1])
  })

  test('with a hem is accepted and read back unchanged, and a step of another kind differs', async () => {
    const { driver, machine, wait } = linked()
    await wait(driver.upload(hemProgram, never))
    expect(machine.stepsLoaded()).toBe(3)
    expect(await wait(driver.verify(hemProgram))).toEqual({ same: true, differences: [] })
    expect((await wait(driver.verify(otherKind))).differences).toEqual([
      { address: 109, stepNo: 1, field: 'kind', sent: '0', read: '1' },
    ])
  })

  test('of a bump row is accepted and read back unchanged, and another stroke differs', async () => {
    const { driver, machine, wait } = linked()
    await wait(driver.upload(bumpProgram, never))
    expect(machine.stepsLoaded()).toBe(15)
    expect(await wait(driver.verify(bumpProgram))).toEqual({ same: true, differences: [] })
    expect((await wait(driver.verify(otherStroke))).differences).toMatchObject([{ stepNo: 15, field: 'gaugeMm' }])
  })

  test('with a hem is not sent to a controller without a field for the kind', async () => {
    const { driver, sent, wait } = linked(mapOf(oldControllerText('modbus-simulator')))
    await expect(wait(driver.upload(hemProgram, never))).rejects.toMatchObject({ code: 'out_of_range', address: 101 })
    expect(sent).toEqual([])
  })

  test('adds the correction to the angle if the controller has no register for it', async () => {
    const map = mapOf(
      changedMap(
        '"correctionDeg": { "offset": 1, "type": "i16", "scale": 0.01, "least": -15, "greatest": 15 },',
        '"bend": { "offset": 1, "type": "u16", "least": 1, "greatest": 99 },',
      ),
    )
    const { driver, side, wait } = linked(map)
    await wait(driver.upload(programOf(3), never))
    expect(side.writes[0]?.request.words.slice(37, 39)).toEqual([9_175, 3])
  })

  test.each([
    ['running', 'while the machine runs', (link: SimulatedLink) => void link.machine.bend()],
    ['not_safe', 'while an alarm is active', (link: SimulatedLink) => link.machine.raiseAlarm(2)],
  ])('is refused as %s %s, and nothing is written', async (code, _, cause) => {
    const { driver, wait, ...link } = linked()
    await wait(driver.status())
    cause(link)
    await expect(wait(driver.upload(programOf(3), never))).rejects.toMatchObject({ code, address: 0 })
    expect(link.side.writes).toEqual([])
  })

  test('reads the state again if its answer came too late, and writes after an answer in time', async () => {
    const { driver, side, sent, faults, clock, wait } = linked()
    // an answer within its own time, after which too little is left of the 500 ms of the write guard
    faults.lateMs = 490
    const upload = driver.upload(programOf(3), never)
    upload.catch(() => {})
    // the second frame follows the late answer
    await advanceUntil(clock, () => sent.length === 2)
    expect(side.writes).toEqual([])
    faults.lateMs = 0
    await wait(upload)
    expect(side.writes.length).toBeGreaterThan(1)
  })

  test('is refused if every answer about the state comes too late, and nothing is written', async () => {
    const { driver, side, sent, faults, wait } = linked()
    faults.lateMs = 490
    await expect(wait(driver.upload(programOf(3), never))).rejects.toMatchObject({ code: 'not_safe' })
    expect(sent).toHaveLength(3)
    expect(side.writes).toEqual([])
  })

  test('stops if the machine starts to run during the upload, and loads nothing', async () => {
    const { driver, side, machine, clock, wait } = linked()
    const upload = driver.upload(programOf(14), never)
    upload.catch(() => {})
    await advanceUntil(clock, () => side.writes.length > 0)
    void machine.bend()
    await expect(wait(upload)).rejects.toMatchObject({ code: 'running' })
    expect(side.writes).toHaveLength(1)
    expect(machine.stepsLoaded()).toBe(0)
  })

  test.each([
    [
      'an angle outside the range of the map',
      (steps: number) => programOf(steps, (one) => ({ ...one, includedDeg: 180 })),
      101,
    ],
    [
      'a gauge position that is not a number',
      (steps: number) => programOf(steps, (one) => ({ ...one, gaugeMm: Number.NaN })),
      103,
    ],
    ['more steps than the table has', () => programOf(61), 100],
    ['no steps', () => programOf(0), 100],
    ['wrongly numbered steps', () => programOf(2, (one) => ({ ...one, stepNo: one.stepNo + 1 })), 101],
  ])('is refused for %s, with the address, and nothing is sent', async (_, program, address) => {
    const { driver, sent, wait } = linked()
    await expect(wait(driver.upload(program(3), never))).rejects.toMatchObject({ code: 'out_of_range', address })
    expect(sent).toEqual([])
  })

  test('is refused for a map without a safe state', async () => {
    const { driver, sent, wait } = linked(noSafeMap)
    expect(driver.capabilities).toMatchObject({ upload: false, readOnlyBecause: 'no_safe_register', readBack: true })
    await expect(wait(driver.upload(programOf(3), never))).rejects.toMatchObject({ code: 'read_only' })
    expect(sent).toEqual([])
    expect(await wait(driver.status())).toEqual({ safe: null, running: false, step: null })
  })

  test('is cancelled between two frames', async () => {
    const { driver, side, machine, clock, wait } = linked()
    const cancelled = new AbortController()
    const upload = driver.upload(programOf(14), cancelled.signal)
    upload.catch(() => {})
    await advanceUntil(clock, () => side.writes.length > 0)
    cancelled.abort()
    await expect(wait(upload)).rejects.toMatchObject({ code: 'cancelled' })
    expect(machine.stepsLoaded()).toBe(0)
  })
})

describe('a read-back', () => {
  test('lists each value that differs, with its address and step', async () => {
    const { driver, wait } = linked()
    await wait(driver.upload(programOf(3), never))
    const other = programOf(3, (one) => (one.stepNo === 2 ? { ...one, includedDeg: 95.5, direction: 'up' } : one))
    expect(await wait(driver.verify(other))).toEqual({
      same: false,
      differences: [
        { address: 119, stepNo: 2, field: 'angleDeg', sent: '95.5', read: '92' },
        { address: 125, stepNo: 2, field: 'direction', sent: '0', read: '1' },
      ],
    })
  })
})

describe('a read', () => {
  test('returns the identity, the state and the alarms, and writes nothing', async () => {
    const { driver, machine, side, wait } = linked()
    expect(await wait(driver.probe())).toEqual({ controller: shippedMap.name, answeredAs: 'unit 1' })
    expect(await wait(driver.status())).toEqual({ safe: true, running: false, step: null })
    void machine.bend()
    expect(await wait(driver.status())).toEqual({ safe: false, running: true, step: null })
    machine.raiseAlarm(2)
    expect(await wait(driver.status())).toEqual({ safe: false, running: false, step: null })
    expect(await wait(driver.alarms())).toEqual([{ code: 2, text: 'light curtain', address: 1 }])
    machine.raiseAlarm(77)
    expect(await wait(driver.alarms())).toEqual([{ code: 77, text: null, address: 1 }])
    machine.clearAlarm()
    expect(await wait(driver.alarms())).toEqual([])
    expect(side.writes).toEqual([])
  })

  test('reports a counter that jumped back, with its address', async () => {
    const { driver, machine, wait } = linked()
    const counts = { counts: 'pieces', strokesPerPiece: 1, address: 2, greatest: 4_294_967_295 }
    machine.setPieces(70_000)
    expect(await wait(driver.counter())).toEqual({ ...counts, value: 70_000, jumpedBackFrom: null })
    machine.setPieces(3)
    expect(await wait(driver.counter())).toEqual({ ...counts, value: 3, jumpedBackFrom: 70_000 })
    machine.setPieces(4)
    expect(await wait(driver.counter())).toEqual({ ...counts, value: 4, jumpedBackFrom: null })
  })

  test.each([
    ['not_a_number', Number.NaN],
    ['not_a_number', Number.POSITIVE_INFINITY],
    ['not_a_number', 12.5],
    ['out_of_range', -1],
  ])('rejects a counter with %s for %f, with its address', async (code, raw) => {
    const map = mapOf(
      changedMap('"type": "u32", "least": 0, "greatest": 4294967295', '"type": "f32", "least": 0, "greatest": 100000'),
    )
    const { driver, side, wait } = linked(map)
    const bytes = new DataView(new ArrayBuffer(4))
    bytes.setFloat32(0, raw)
    side.force('pieces', [bytes.getUint16(0), bytes.getUint16(2)])
    await expect(wait(driver.counter())).rejects.toMatchObject({ code, address: 2 })
  })

  test('rejects a state that is not in the map', async () => {
    const { driver, side, wait } = linked()
    side.force('state', toWords(4_711, { type: 'u16', wordOrder: 'high_first' }))
    await expect(wait(driver.status())).rejects.toMatchObject({ code: 'out_of_range', address: 0 })
    await expect(wait(driver.upload(programOf(1), never))).rejects.toMatchObject({ code: 'out_of_range', address: 0 })
    expect(side.writes).toEqual([])
  })
})

describe('a controller that fails', () => {
  test('is reported by the kind of failure: silence, noise, another unit, a missing register', async () => {
    const { driver, side, faults, wait } = linked()
    faults.dropped = 1
    await expect(wait(driver.status())).rejects.toMatchObject({ code: 'no_answer' })
    faults.garbled = 1
    await expect(wait(driver.status())).rejects.toMatchObject({ code: 'bad_frame' })
    side.answerAs(7)
    await expect(wait(driver.status())).rejects.toMatchObject({ code: 'wrong_unit', address: 7 })
    side.answerAs(null)
    expect(await wait(driver.status())).toEqual({ safe: true, running: false, step: null })

    const other = mapOf(changedMap('"state": { "address": 0', '"state": { "address": 40'))
    const otherLink = simulatedLink(shippedMap, {
      driverOn: (connection, clock) => createModbusDriver({ connection, map: other, clock, characterMs: 0 }),
    })
    await expect(passing(otherLink.clock, otherLink.connect().driver.status())).rejects.toMatchObject({
      code: 'refused',
      message: 'exception 2, illegal data address',
      address: 40,
    })
  })

  test('to answer a write ends the connection, because the frame may arrive later', async () => {
    const link: SimulatedLink = simulatedLink(shippedMap, {
      driverOn: (connection, clock) => {
        const write = (bytes: Uint8Array): Promise<void> => {
          link.faults.stalled = bytes[1] === 16
          return connection.write(bytes)
        }
        return createModbusDriver({ connection: { ...connection, write }, map: shippedMap, clock, characterMs: 0 })
      },
    })
    const { driver, connection } = link.connect()
    await expect(passing(link.clock, driver.upload(programOf(2), never))).rejects.toMatchObject({
      code: 'no_answer',
      address: 100,
    })
    await expect(connection.ended).resolves.toMatchObject({ code: 'closed' })
    await expect(passing(link.clock, driver.status())).rejects.toMatchObject({ code: 'line_ended' })
  })

  test('in time is not asked again before its late answer has arrived', async () => {
    const { driver, faults, machine, wait } = linked()
    faults.lateMs = 700
    await expect(wait(driver.status())).rejects.toMatchObject({ code: 'no_answer' })
    faults.lateMs = 0
    machine.raiseAlarm(1)
    expect(await wait(driver.status())).toEqual({ safe: false, running: false, step: null })
  })

  test('can send its answers byte by byte', async () => {
    const { driver, faults, wait } = linked()
    faults.partBytes = 1
    await wait(driver.upload(programOf(14), never))
    expect(await wait(driver.verify(programOf(14)))).toMatchObject({ same: true })
  })

  test('fails every pending and later call after its connection ended', async () => {
    const { driver, faults, cut, wait } = linked()
    faults.stalled = true
    const calls = [driver.status(), driver.counter(), driver.upload(programOf(2), never)]
    cut()
    for (const call of await wait(Promise.allSettled(calls))) {
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'line_ended' } })
    }
    await expect(wait(driver.alarms())).rejects.toMatchObject({ name: 'BrakeError', code: 'line_ended' })
    await driver.close()
  })
})
