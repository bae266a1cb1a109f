// A serial port as a line, by way of the package serialport: found by its path or by its device's numbers, opened for us alone.
import { stat } from 'node:fs/promises'
import type { SerialPort } from 'serialport'
import type { Clock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { openConnection } from './open-connection.ts'
import { characterMs, type SerialAddress } from './connection-address.ts'
import {
  ConnectionError,
  type Connection,
  type ConnectionEnd,
  type ConnectionEndCode,
  type Transport,
} from './transport.ts'

/** Its native part takes a tenth of a second to load: for those alone who have a port. */
const loaded = () => import('serialport')

/** Beside the time that the characters themselves take; with flow control the controller may hold the line up that long. */
const writeGraceMs = 2_000
const heldUpMs = 60_000
const watchEveryMs = 200

/** One port of this computer as the system lists it. */
export interface SerialPortFound {
  readonly path: string
  readonly maker: string | null
  /** Four hexadecimal digits each, small letters. */
  readonly vendor: string | null
  readonly product: string | null
  readonly serial: string | null
}

/**
 * The serial ports that the system knows; pseudo terminals are not among them. Rejects with a LineError where the system does not
 * say: on Linux without udev.
 */
export async function serialPorts(): Promise<readonly SerialPortFound[]> {
  const { SerialPort } = await loaded()
  const ports = await SerialPort.list().catch((error: unknown) => {
    throw new ConnectionError(
      { code: 'io_error', message: `the ports are not known: ${messageOf(error)}` },
      { cause: error },
    )
  })
  return ports.map(({ path, manufacturer, vendorId, productId, serialNumber }) => ({
    path,
    maker: manufacturer ?? null,
    vendor: vendorId?.toLowerCase() ?? null,
    product: productId?.toLowerCase() ?? null,
    serial: serialNumber ?? null,
  }))
}

async function pathOf({ path, device }: SerialAddress): Promise<string> {
  if (path !== null) return path
  const { vendor, product, serial } = device
  const asked = Object.entries(device).map(([name, value]) => `${name} ${String(value)}`)
  const matching = (await serialPorts()).filter(
    (port) =>
      (vendor === undefined || port.vendor === vendor) &&
      (product === undefined || port.product === product) &&
      (serial === undefined || port.serial === serial),
  )
  const [only, ...more] = matching
  if (only === undefined) throw new ConnectionError({ code: 'not_found', message: `no device of ${asked.join(', ')}` })
  if (more.length > 0) {
    const paths = matching.map((port) => port.path).join(', ')
    throw new ConnectionError({
      code: 'not_found',
      message: `${asked.join(', ')} fits ${paths}: name one by its serial`,
    })
  }
  return only.path
}

/** serialport hands the system's words on with `Error: ` before them. */
const said = ({ message }: Error): string => message.replace(/^Error: /, '')

/** By the words of the system's own errors, which serialport hands on as text: Linux and macOS, then Windows. */
const openFailures: readonly [RegExp, ConnectionEndCode][] = [
  [/permission denied/i, 'permission_denied'],
  [/cannot lock port|resource busy|temporarily unavailable|access denied/i, 'port_busy'],
  [/no such (file|device)|not found|not a typewriter|inappropriate ioctl|is a directory/i, 'not_found'],
]
const openFailure = (error: Error): ConnectionEnd => ({
  code: openFailures.find(([words]) => words.test(error.message))?.[1] ?? 'io_error',
  message: said(error),
})

const goneCodes = ['EIO', 'ENXIO', 'EBADF', 'ENODEV', 'UNKNOWN']
const writeFailure = (error: Error): ConnectionEnd => ({
  code: 'code' in error && goneCodes.includes(String(error.code)) ? 'unplugged' : 'io_error',
  message: said(error),
})

const calledOff = (): ConnectionError => new ConnectionError({ code: 'closed', message: 'called off' })

const closePort = (port: SerialPort): Promise<void> =>
  new Promise((resolve) => {
    if (port.isOpen) port.close(() => resolve())
    else if (port.closing) port.once('close', () => resolve())
    else resolve()
  })

/** Identifies the device that a path leads to. Null if the path leads to none, or if the system has no such paths. */
const deviceOf = async (path: string): Promise<string | null> => {
  const device = await stat(path).catch(() => null)
  return device === null ? null : `${device.rdev} ${device.ino}`
}

/**
 * Detects a removed port that serialport does not detect: if the port is removed during a read, the system answers every later read
 * with zero bytes, and the package reads for ever (bindings-cpp, unix-read).
 */
async function watchDevice(
  path: string,
  deviceAtOpening: string,
  ended: Promise<ConnectionEnd>,
  clock: Clock,
  onRemoved: () => void,
): Promise<void> {
  const stop = new AbortController()
  void ended.then(() => stop.abort())
  while (!stop.signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop
    if ((await deviceOf(path)) !== deviceAtOpening) return onRemoved()
    // oxlint-disable-next-line no-await-in-loop
    await clock.wait(watchEveryMs, stop.signal)
  }
}

export function serialTransport(uri: string, address: SerialAddress, clock: Clock): Transport {
  const perCharacter = characterMs(address)
  const graceMs = address.flow === 'none' ? writeGraceMs : heldUpMs

  const open = async (signal: AbortSignal): Promise<Connection> => {
    if (signal.aborted) throw calledOff()
    const path = await pathOf(address)
    const { SerialPort } = await loaded()
    const port = new SerialPort({
      path,
      baudRate: address.baud,
      parity: address.parity,
      dataBits: address.bits,
      stopBits: address.stop,
      xon: address.flow === 'xonxoff',
      xoff: address.flow === 'xonxoff',
      rtscts: address.flow === 'rtscts',
      autoOpen: false,
    })
    const { line, received, over } = openConnection(
      {
        write: (bytes, done) =>
          port.write(Buffer.from(bytes), (error) => {
            done(error === null || error === undefined ? null : writeFailure(error))
          }),
        close: () => closePort(port),
      },
      clock,
      (bytes) => graceMs + Math.ceil(bytes * perCharacter),
    )
    // an unplugged port is noticed only while somebody listens to its data
    port.on('data', received)
    port.on('error', (error) => over(writeFailure(error)))
    port.on('close', (error?: Error | null) => {
      const gone = error !== null && error !== undefined
      over({ code: gone ? 'unplugged' : 'closed', message: gone ? said(error) : 'the port was closed' })
    })
    // read before the port opens: a port that is removed right after that has no device to compare with
    const device = await deviceOf(path)
    await new Promise<void>((resolve, reject) => {
      port.open((error) =>
        error === null || error === undefined ? resolve() : reject(new ConnectionError(openFailure(error))),
      )
    })
    if (signal.aborted) {
      await line.close()
      throw calledOff()
    }
    if (device !== null) {
      void watchDevice(path, device, line.ended, clock, () => over({ code: 'unplugged', message: `${path} is gone` }))
    }
    return line
  }

  return { uri, characterMs: perCharacter, open }
}
