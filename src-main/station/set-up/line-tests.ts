// The serial ports of this computer, and who answers on a line: what the command line's `ports` and `brake probe` ask, for the screen.
// Opens the line it is given and closes it again; writes nothing to it.
import type { BrakeView, ProbeView, Station } from '../../../shared/station-api/index.ts'
import { BrakeError, type Driver } from '../../brake/drivers/driver.ts'
import { faultOf } from '../../brake/session/index.ts'
import { serialPorts, type SerialPortFound } from '../../brake/transport/serial-transport.ts'
import { LineError } from '../../brake/transport/transport.ts'
import { messageOf } from '../../platform/message-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { controllerFile, linkRefusal, namedLink } from '../brake-link.ts'

export interface LineTestParts {
  dataFolder: string
  resources: string
  clock: Clock
  /** What the station knows of its own line. */
  brake: () => BrakeView
  ports?: () => Promise<readonly SerialPortFound[]>
}

const probeWithinMs = 20_000
const unanswered: Omit<ProbeView, 'fault'> = {
  wrong: [],
  controller: null,
  answeredAs: null,
  sends: null,
  counts: null,
  readings: [],
}

export function createLineTests(parts: LineTestParts): Pick<Station['handlers'], 'setup.ports' | 'setup.probe'> {
  const { clock, brake, ports = serialPorts } = parts
  return {
    'setup.ports': async () => {
      try {
        return { ports: (await ports()).map(portView), problem: null }
      } catch (error) {
        return { ports: [], problem: messageOf(error) }
      }
    },
    'setup.probe': async (set) => {
      const named = namedLink(parts, set, clock)
      if (!named.ok) {
        const refusal = linkRefusal(parts, set, named)
        if (refusal.code !== 'link_bad') throw refusal
        const file = controllerFile(parts, set.map)
        return { ...unanswered, wrong: named.wrong.map((place) => ({ file, ...place })), fault: null }
      }
      const own = brake()
      // a line has one owner: of its own the station tells what it knows
      if (own.link !== null && lineOf(own.link.uri) === lineOf(set.uri)) return ofOwnLine(own)
      const stop = new AbortController()
      const over = new AbortController()
      void clock.wait(probeWithinMs, over.signal).then(() => over.signal.aborted || stop.abort())
      try {
        const { driver } = await named.link.connect(stop.signal)
        try {
          return await probed(driver)
        } finally {
          await driver.close()
        }
      } catch (error) {
        if (!(error instanceof LineError || error instanceof BrakeError)) throw error
        const { code, message } = faultOf(error, clock.now())
        return { ...unanswered, fault: { code, message } }
      } finally {
        over.abort()
      }
    },
  }
}

async function probed(driver: Driver): Promise<ProbeView> {
  const { controller, answeredAs } = await driver.probe()
  const can = driver.capabilities
  const readings: ProbeView['readings'] = []
  if (can.status) {
    const { safe, running } = await driver.status()
    if (safe !== null) readings.push({ name: 'safe', value: String(safe) })
    if (running !== null) readings.push({ name: 'running', value: String(running) })
  }
  if (can.counts !== null) readings.push({ name: 'counter', value: String((await driver.counter()).value) })
  if (can.alarms)
    for (const { code, text } of await driver.alarms()) readings.push({ name: 'alarm', value: text ?? String(code) })
  return {
    wrong: [],
    fault: null,
    controller,
    answeredAs,
    sends: can.upload ? can.greatestSteps : null,
    counts: can.counts,
    readings,
  }
}

function ofOwnLine({ link, fault, identity, readOnly, now }: BrakeView): ProbeView {
  const readings = [
    { name: 'safe' as const, value: now?.safe },
    { name: 'running' as const, value: now?.running },
    { name: 'counter' as const, value: now?.counter },
  ]
  return {
    wrong: [],
    fault: fault === null || identity !== null ? null : { code: fault.code, message: fault.message },
    controller: link?.map ?? null,
    answeredAs: identity,
    sends: readOnly === null ? 1 : null,
    counts: now?.counts ?? null,
    readings: readings.flatMap(({ name, value }) =>
      value === undefined || value === null ? [] : [{ name, value: String(value) }],
    ),
  }
}

/** The line itself, however it is spoken on. */
const lineOf = (uri: string): string => uri.replace(/\?(?!vendor|product).*$/, '')

const portView = ({ path, maker, vendor, product, serial }: SerialPortFound) => {
  const device = [
    vendor === null ? '' : `vendor=${vendor}`,
    product === null ? '' : `product=${product}`,
    serial === null ? '' : `serial=${encodeURIComponent(serial)}`,
  ].filter(Boolean)
  return {
    path,
    address: device.length === 0 ? `serial:${path}` : `serial:?${device.join('&')}`,
    what: [maker, vendor === null ? null : `${vendor}:${product ?? '????'}`].filter(Boolean).join(' · '),
  }
}
