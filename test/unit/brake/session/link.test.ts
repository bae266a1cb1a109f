// The link that a technician sets up: an address whose port may send bytes late is refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linkOf } from '../../../../src-main/brake/session/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { shippedMapText } from '../../../fixtures/brake-programs.ts'

const dncText = readFileSync(
  join(import.meta.dirname, '../../../../resources/controllers/dnc-text-simulator.json'),
  'utf8',
)
const port = 'serial:/dev/ttyUSB0?baud=9600'

describe('flow control of a serial port', () => {
  test.each([
    ['xonxoff', shippedMapText, 'flow=xonxoff: Modbus has no flow control, leave it out'],
    ['rtscts', shippedMapText, 'flow=rtscts: Modbus has no flow control, leave it out'],
    ['xonxoff', dncText, 'flow=xonxoff: the link handles XON and XOFF itself, leave it out'],
  ])('%s is refused if the port would buffer bytes and send them later', (flow, file, message) => {
    expect(linkOf(`${port}&flow=${flow}`, file, systemClock)).toEqual({ ok: false, error: { message, wrong: [] } })
  })
  test.each([
    ['none', shippedMapText],
    ['none', dncText],
    ['rtscts', dncText],
  ])('%s is accepted', (flow, file) => {
    expect(linkOf(`${port}&flow=${flow}`, file, systemClock)).toMatchObject({ ok: true })
  })
})
