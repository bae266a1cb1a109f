// The address of a connection with all its parameters.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { characterMs, readConnectionAddress } from '../../../../src-main/brake/transport/connection-address.ts'
import { anyText } from '../../any-text.ts'

const defaults = { device: {}, baud: 19_200, parity: 'even', bits: 8, stop: 1, flow: 'none' }

describe('the address of a connection', () => {
  test('can be a port with parameters', () => {
    expect(readConnectionAddress('serial:/dev/ttyUSB0?baud=9600&parity=none&bits=7&stop=2&flow=xonxoff')).toEqual({
      ok: true,
      value: {
        kind: 'serial',
        path: '/dev/ttyUSB0',
        device: {},
        baud: 9_600,
        parity: 'none',
        bits: 7,
        stop: 2,
        flow: 'xonxoff',
      },
    })
  })

  test.each(['serial:/dev/ttyUSB0', 'serial:/dev/ttyUSB0?'])(
    'has the defaults 19 200 baud, even parity and 8 bits: %s',
    (uri) => {
      expect(readConnectionAddress(uri)).toEqual({
        ok: true,
        value: { kind: 'serial', path: '/dev/ttyUSB0', ...defaults },
      })
    },
  )

  test('can be the numbers of a device, which is found under any port name', () => {
    expect(readConnectionAddress('serial:?vendor=0403&product=6001&serial=AB12')).toEqual({
      ok: true,
      value: { kind: 'serial', path: null, ...defaults, device: { vendor: '0403', product: '6001', serial: 'AB12' } },
    })
  })

  test.each([
    ['tcp://10.0.0.7:502', '10.0.0.7', 502],
    ['tcp://brake.local:4001', 'brake.local', 4_001],
    ['tcp://[fe80::1]:502', 'fe80::1', 502],
  ])('%s is a host and its port', (uri, host, port) => {
    expect(readConnectionAddress(uri)).toEqual({ ok: true, value: { kind: 'tcp', host, port } })
  })

  test.each([
    ['COM3', '"COM3" must begin with serial: or tcp://, or with folder: for a controller that takes files'],
    ['serial:', 'neither a port (serial:/dev/ttyUSB0) nor a device (serial:?vendor=0403)'],
    ['serial:COM3?vendor=0403', 'both a port and a device are given: give only one of them'],
    ['serial:COM3?speed=9600', '"speed" is not one of baud, parity, bits, stop, flow, vendor, product, serial'],
    ['serial:COM3?baud=9600&baud=19200', '"baud" is given twice'],
    ['serial:COM3?baud=fast', '"fast" is not a value of "baud"'],
    ['serial:COM3?parity=mark', '"mark" is not a value of "parity"'],
    ['serial:?vendor=403', '"403" is not a value of "vendor"'],
    ['tcp://brake', 'host and port are both needed: tcp://host:port'],
    ['tcp://brake:70000', 'must be tcp://host:port'],
    ['tcp://me:secret@brake:502', 'only host and port are allowed: tcp://host:port'],
    ['tcp://brake:502?unit=1', 'only host and port are allowed: tcp://host:port'],
  ])('%s is refused', (uri, message) => {
    expect(readConnectionAddress(uri)).toEqual({ ok: false, error: message })
  })

  test('can be any text: it is accepted or refused without a crash', () => {
    const start = fc.constantFrom('serial:', 'serial:?', 'serial:a?', 'tcp://', '')
    fc.assert(
      fc.property(start, anyText, (head, rest) => {
        expect(readConnectionAddress(head + rest)).toHaveProperty('ok')
      }),
    )
  })

  test.each([
    ['serial:a?baud=19200&parity=even', 11 / 19.2],
    ['serial:a?baud=9600&parity=none', 10 / 9.6],
    ['serial:a?baud=1200&parity=even&bits=7&stop=2', 11 / 1.2],
  ])('determines the transmission time of a character: %s', (uri, ms) => {
    const read = readConnectionAddress(uri)
    expect(read.ok && read.value.kind === 'serial' && characterMs(read.value)).toBeCloseTo(ms, 9)
  })
})
