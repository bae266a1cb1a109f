// Lists the serial ports of this computer, and tests a connection to a controller, as the commands `ports` and `brake probe` do. Opens
// the connection and closes it; writes nothing to it.
import type { BrakeView, ProbeView, Station } from '../../../shared/station-api/index.ts'
import {
  BrakeError,
  type Driver,
  faultOf,
  serialPorts,
  type SerialPortFound,
  ConnectionError,
} from '../../brake/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { controllerFile, linkRefusal, namedLink } from '../brake/index.ts'

export interface ConnectionTestParts {
  dataFolder: string
  resources: string
  clock: Clock
  /** The state of the station's own connection. */
  brake: () => BrakeView
  ports?: () => Promise<readonly SerialPortFound[]>
}

const probeWithinMs = 20_000
const unanswered: Omit<ProbeView, 'fault'> = {
  wrong: [],
  controller: null,
  identity: null,
  maxSteps: null,
  counterUnit: null,
  readings: [],
}

export function createConnectionTests(
  parts: ConnectionTestParts,
): Pick<Station['handlers'], 'setup.ports' | 'setup.probe'> {
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
        const refusal = linkRefusal(parts, set, named.error)
        if (refusal.code !== 'link_bad') throw refusal
        const file = controllerFile(parts, set.map)
        return { ...unanswered, wrong: named.error.wrong.map((place) => ({ file, ...place })), fault: null }
      }
      const connected = brake()
      // a serial line has one owner: for its own line the station returns the state that it has
      if (connected.link !== null && portOf(connected.link.uri) === portOf(set.uri)) return ownConnectionView(connected)
      const stop = new AbortController()
      const finished = new AbortController()
      void clock.wait(probeWithinMs, finished.signal).then(() => finished.signal.aborted || stop.abort())
      try {
        const { driver } = await named.value.connect(stop.signal)
        try {
          return await probeDriver(driver)
        } finally {
          await driver.close()
        }
      } catch (error) {
        if (!(error instanceof ConnectionError || error instanceof BrakeError)) throw error
        const { code, message } = faultOf(error, clock.now())
        return { ...unanswered, fault: { code, message } }
      } finally {
        finished.abort()
      }
    },
  }
}

async function probeDriver(driver: Driver): Promise<ProbeView> {
  const { controller, answeredAs } = await driver.probe()
  const { capabilities } = driver
  const readings: ProbeView['readings'] = []
  if (capabilities.status) {
    const { safe, running } = await driver.status()
    if (safe !== null) readings.push({ name: 'safe', value: String(safe) })
    if (running !== null) readings.push({ name: 'running', value: String(running) })
  }
  if (capabilities.counts !== null) readings.push({ name: 'counter', value: String((await driver.counter()).value) })
  if (capabilities.alarms)
    for (const { code, text } of await driver.alarms()) readings.push({ name: 'alarm', value: text ?? String(code) })
  return {
    wrong: [],
    fault: null,
    controller,
    identity: answeredAs,
    maxSteps: capabilities.upload ? capabilities.greatestSteps : null,
    counterUnit: capabilities.counts,
    readings,
  }
}

function ownConnectionView({ link, fault, identity, readOnly, readings }: BrakeView): ProbeView {
  const values = [
    { name: 'safe' as const, value: readings?.isSafe },
    { name: 'running' as const, value: readings?.isRunning },
    { name: 'counter' as const, value: readings?.counter },
  ]
  return {
    wrong: [],
    fault: fault === null || identity !== null ? null : { code: fault.code, message: fault.message },
    controller: link?.map ?? null,
    identity,
    maxSteps: readOnly === null ? 1 : null,
    counterUnit: readings?.counterUnit ?? null,
    readings: values.flatMap(({ name, value }) =>
      value === undefined || value === null ? [] : [{ name, value: String(value) }],
    ),
  }
}

/** The address without the options of the protocol. */
const portOf = (uri: string): string => uri.replace(/\?(?!vendor|product).*$/, '')

const portView = ({ path, maker, vendor, product, serial }: SerialPortFound) => {
  const device = [
    vendor === null ? '' : `vendor=${vendor}`,
    product === null ? '' : `product=${product}`,
    serial === null ? '' : `serial=${encodeURIComponent(serial)}`,
  ].filter(Boolean)
  return {
    path,
    address: device.length === 0 ? `serial:${path}` : `serial:?${device.join('&')}`,
    description: [maker, vendor === null ? null : `${vendor}:${product ?? '????'}`].filter(Boolean).join(' · '),
  }
}
