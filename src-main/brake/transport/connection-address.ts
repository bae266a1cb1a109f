// Reads the address of a connection as a technician writes it: serial:… or tcp://…. Pure.
import { failed, ok, type Result } from '../../../shared/base/result.ts'

type Parity = 'none' | 'even' | 'odd'
type FlowControl = 'none' | 'xonxoff' | 'rtscts'

/** Identifies a USB device, so that it is found under any port name. Hexadecimal numbers as they are printed on USB devices. */
interface DeviceNumbers {
  readonly vendor?: string
  readonly product?: string
  readonly serial?: string
}

export interface SerialAddress {
  readonly kind: 'serial'
  /** Null: the device's numbers identify the port. */
  readonly path: string | null
  readonly device: DeviceNumbers
  readonly baud: number
  readonly parity: Parity
  readonly bits: 7 | 8
  readonly stop: 1 | 2
  readonly flow: FlowControl
}

export interface TcpAddress {
  readonly kind: 'tcp'
  readonly host: string
  readonly port: number
}

export type ConnectionAddress = SerialAddress | TcpAddress

const serialParameters = {
  baud: (text: string) => /^[1-9]\d{2,6}$/.test(text),
  parity: (text: string) => ['none', 'even', 'odd'].includes(text),
  bits: (text: string) => ['7', '8'].includes(text),
  stop: (text: string) => ['1', '2'].includes(text),
  flow: (text: string) => ['none', 'xonxoff', 'rtscts'].includes(text),
  vendor: (text: string) => /^[0-9a-f]{4}$/i.test(text),
  product: (text: string) => /^[0-9a-f]{4}$/i.test(text),
  serial: (text: string) => text !== '',
} as const
const isSerialParameter = (name: string): name is keyof typeof serialParameters => Object.hasOwn(serialParameters, name)

function serialAddress(rest: string): Result<ConnectionAddress, string> {
  const queryStart = rest.indexOf('?')
  const path = queryStart === -1 ? rest : rest.slice(0, queryStart)
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(queryStart === -1 ? '' : rest.slice(queryStart + 1))) {
    if (!isSerialParameter(name)) return failed(`"${name}" is not one of ${Object.keys(serialParameters).join(', ')}`)
    if (parameters.has(name)) return failed(`"${name}" is given twice`)
    if (!serialParameters[name](value)) return failed(`"${value}" is not a value of "${name}"`)
    parameters.set(name, value)
  }
  const [vendor, product, serial] = ['vendor', 'product', 'serial'].map((name) => parameters.get(name))
  const hasDeviceNumbers = [vendor, product, serial].some((number) => number !== undefined)
  if (path === '' && !hasDeviceNumbers)
    return failed('neither a port (serial:/dev/ttyUSB0) nor a device (serial:?vendor=0403)')
  if (path !== '' && hasDeviceNumbers) return failed('both a port and a device are given: give only one of them')
  const parity = parameters.get('parity')
  const flow = parameters.get('flow')
  return ok({
    kind: 'serial',
    path: path === '' ? null : path,
    device: {
      ...(vendor === undefined ? {} : { vendor: vendor.toLowerCase() }),
      ...(product === undefined ? {} : { product: product.toLowerCase() }),
      ...(serial === undefined ? {} : { serial }),
    },
    baud: Number(parameters.get('baud') ?? 19_200),
    parity: parity === 'none' || parity === 'odd' ? parity : 'even',
    bits: parameters.get('bits') === '7' ? 7 : 8,
    stop: parameters.get('stop') === '2' ? 2 : 1,
    flow: flow === 'xonxoff' || flow === 'rtscts' ? flow : 'none',
  })
}

function tcpAddress(uri: string): Result<ConnectionAddress, string> {
  if (!URL.canParse(uri)) return failed('must be tcp://host:port')
  const { hostname, port, username, password, pathname, search, hash } = new URL(uri)
  if (hostname === '' || port === '' || port === '0') return failed('host and port are both needed: tcp://host:port')
  if (username !== '' || password !== '' || (pathname !== '' && pathname !== '/') || search !== '' || hash !== '') {
    return failed('only host and port are allowed: tcp://host:port')
  }
  return ok({ kind: 'tcp', host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) })
}

/**
 * `serial:/dev/ttyUSB0?baud=19200&parity=even&bits=8&stop=1&flow=none`, `serial:?vendor=0403&product=6001&serial=AB12`,
 * `tcp://host:port`. Defaults are those of Modbus: 19 200 baud, even, 8 bits, 1 stop bit, no flow control.
 */
export function readConnectionAddress(uri: string): Result<ConnectionAddress, string> {
  if (uri.startsWith('serial:')) return serialAddress(uri.slice('serial:'.length))
  if (uri.startsWith('tcp://')) return tcpAddress(uri)
  return failed(`"${uri}" must begin with serial: or tcp://, or with folder: for a controller that takes files`)
}

/** How long one character takes on the wire, with start, parity and stop bits, in ms. */
export const characterMs = ({ baud, parity, bits, stop }: SerialAddress): number =>
  ((1 + bits + (parity === 'none' ? 0 : 1) + stop) * 1_000) / baud
