// Serial connections over the package serialport. A port is found by its path or by its device's numbers, and opened exclusively.
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

/** Loaded when a port is needed: its native part takes a tenth of a second to load. */
const loadSerialPort = () => import('serialport')

/** How long a write may take in addition to its transmission time. */
const writeGraceMs = 2_000
/** The same with flow control, where the controller may pause the transmission. */
const flowControlGraceMs = 60_000
const watchEveryMs = 200

/** One port of this computer as the system lists it. */
export interface SerialPortFound {
  readonly path: string
  readonly maker: string | null
  /** Vendor and product: four hexadecimal digits in lower case. */
  readonly vendor: string | null
  readonly product: string | null
  readonly serial: string | null
}

/** The serial ports of the system, without pseudo terminals. Rejects with a ConnectionError if the system has no list, as Linux without udev. */
export async function serialPorts(): Promise<readonly SerialPortFound[]> {
  const { SerialPort } = await loadSerialPort()
  const ports = await SerialPort.list().catch((error: unknown) => {
    throw new ConnectionError(
      { code: 'io_error', message: `the serial ports cannot be listed: ${messageOf(error)}` },
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
  const numbers = Object.entries(device)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
  const matching = (await serialPorts()).filter(
    (port) =>
      (vendor === undefined || port.vendor === vendor) &&
      (product === undefined || port.product === product) &&
      (serial === undefined || port.serial === serial),
  )
  const [only, ...more] = matching
  if (only === undefined) throw new ConnectionError({ code: 'not_found', message: `no device has ${numbers}` })
  if (more.length > 0) {
    const paths = matching.map((port) => port.path).join(', ')
    throw new ConnectionError({
      code: 'not_found',
      message: `several devices have ${numbers}: ${paths}; add the serial number of one of them`,
    })
  }
  return only.path
}

/** The system's message, without the `Error: ` that serialport adds. */
const systemMessage = ({ message }: Error): string => message.replace(/^Error: /, '')

/** The code for each text in the system's error messages, on Linux, macOS and Windows: serialport reports no error codes. */
const openFailures: readonly [pattern: RegExp, code: ConnectionEndCode][] = [
  [/permission denied/i, 'permission_denied'],
  [/cannot lock port|resource busy|temporarily unavailable|access denied/i, 'port_busy'],
  [/no such (file|device)|not found|not a typewriter|inappropriate ioctl|is a directory/i, 'not_found'],
]
const openFailure = (error: Error): ConnectionEnd => ({
  code: openFailures.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'io_error',
  message: systemMessage(error),
})

const unpluggedCodes = ['EIO', 'ENXIO', 'EBADF', 'ENODEV', 'UNKNOWN']
const writeFailure = (error: Error): ConnectionEnd => ({
  code: 'code' in error && unpluggedCodes.includes(String(error.code)) ? 'unplugged' : 'io_error',
  message: systemMessage(error),
})

const cancelledError = (): ConnectionError => new ConnectionError({ code: 'closed', message: 'cancelled' })

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

/** Loads the package serialport at the first opening. The connection ends with 'unplugged' where the port is removed. */
export function serialTransport(uri: string, address: SerialAddress, clock: Clock): Transport {
  const addressCharacterMs = characterMs(address)
  const graceMs = address.flow === 'none' ? writeGraceMs : flowControlGraceMs

  const open = async (signal: AbortSignal): Promise<Connection> => {
    if (signal.aborted) throw cancelledError()
    const path = await pathOf(address)
    const { SerialPort } = await loadSerialPort()
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
    const { connection, receive, end } = openConnection(
      {
        write: (bytes, done) =>
          port.write(Buffer.from(bytes), (error) => {
            done(error === null || error === undefined ? null : writeFailure(error))
          }),
        close: () => closePort(port),
      },
      clock,
      (byteCount) => graceMs + Math.ceil(byteCount * addressCharacterMs),
    )
    // serialport detects a removed port only while 'data' has a listener
    port.on('data', receive)
    port.on('error', (error) => end(writeFailure(error)))
    port.on('close', (error?: Error | null) => {
      const isUnplugged = error !== null && error !== undefined
      end({
        code: isUnplugged ? 'unplugged' : 'closed',
        message: isUnplugged ? systemMessage(error) : 'the port was closed',
      })
    })
    // read before the port opens: a port that is removed right after that has no device to compare with
    const device = await deviceOf(path)
    await new Promise<void>((resolve, reject) => {
      port.open((error) =>
        error === null || error === undefined ? resolve() : reject(new ConnectionError(openFailure(error))),
      )
    })
    if (signal.aborted) {
      await connection.close()
      throw cancelledError()
    }
    if (device !== null) {
      void watchDevice(path, device, connection.ended, clock, () =>
        end({ code: 'unplugged', message: `${path} was removed` }),
      )
    }
    return connection
  }

  return { uri, characterMs: addressCharacterMs, open }
}
