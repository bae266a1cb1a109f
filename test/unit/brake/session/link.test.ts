// The link that a technician sets: an address that would let bytes out late is refused in words.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linkOf } from '../../../../src-main/brake/session/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { shippedMapText } from '../../../fixtures/brake-programs.ts'

const text = readFileSync(
  join(import.meta.dirname, '../../../../resources/controllers/dnc-text-simulator.json'),
  'utf8',
)
const port = 'serial:/dev/ttyUSB0?baud=9600'

describe('flow control of a serial port', () => {
  test.each([
    ['xonxoff', shippedMapText, 'flow=xonxoff: Modbus has no flow control, leave it out'],
    ['rtscts', shippedMapText, 'flow=rtscts: Modbus has no flow control, leave it out'],
    ['xonxoff', text, 'flow=xonxoff: the link handles XON and XOFF itself, leave it out'],
  ])('%s is refused where the port would hold bytes up and let them out later', (flow, file, message) => {
    expect(linkOf(`${port}&flow=${flow}`, file, systemClock)).toEqual({ ok: false, error: { message, wrong: [] } })
  })
  test.each([
    ['none', shippedMapText],
    ['none', text],
    ['rtscts', text],
  ])('%s is taken', (flow, file) => {
    expect(linkOf(`${port}&flow=${flow}`, file, systemClock)).toMatchObject({ ok: true })
  })
})
