// The address of a line as a technician writes it: serial:… or tcp://…, read to the last parameter. Pure.

export type Parity = 'none' | 'even' | 'odd'
export type FlowControl = 'none' | 'xonxoff' | 'rtscts'

/** What a device says of itself, so that it is found again under another name. Hexadecimal numbers as they are printed on USB devices. */
export interface DeviceNumbers {
  readonly vendor?: string
  readonly product?: string
  readonly serial?: string
}

export interface SerialAddress {
  readonly kind: 'serial'
  /** Null: by the device's numbers. */
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

export type LineAddress = SerialAddress | TcpAddress
export type ReadLineAddress =
  { readonly ok: true; readonly address: LineAddress } | { readonly ok: false; readonly message: string }

const wrong = (message: string): ReadLineAddress => ({ ok: false, message })

const serialWords = {
  baud: (text: string) => /^[1-9]\d{2,6}$/.test(text),
  parity: (text: string) => ['none', 'even', 'odd'].includes(text),
  bits: (text: string) => ['7', '8'].includes(text),
  stop: (text: string) => ['1', '2'].includes(text),
  flow: (text: string) => ['none', 'xonxoff', 'rtscts'].includes(text),
  vendor: (text: string) => /^[0-9a-f]{4}$/i.test(text),
  product: (text: string) => /^[0-9a-f]{4}$/i.test(text),
  serial: (text: string) => text !== '',
} as const
const isSerialWord = (name: string): name is keyof typeof serialWords => Object.hasOwn(serialWords, name)

function serialAddress(rest: string): ReadLineAddress {
  const question = rest.indexOf('?')
  const path = question === -1 ? rest : rest.slice(0, question)
  const words = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(question === -1 ? '' : rest.slice(question + 1))) {
    if (!isSerialWord(name)) return wrong(`"${name}" is none of ${Object.keys(serialWords).join(', ')}`)
    if (words.has(name)) return wrong(`"${name}" stands twice`)
    if (!serialWords[name](value)) return wrong(`"${value}" is no value of "${name}"`)
    words.set(name, value)
  }
  const [vendor, product, serial] = ['vendor', 'product', 'serial'].map((name) => words.get(name))
  const byNumbers = [vendor, product, serial].some((number) => number !== undefined)
  if (path === '' && !byNumbers) return wrong('neither a port (serial:/dev/ttyUSB0) nor a device (serial:?vendor=0403)')
  if (path !== '' && byNumbers) return wrong('a port and a device at once: one of them')
  const parity = words.get('parity')
  const flow = words.get('flow')
  return {
    ok: true,
    address: {
      kind: 'serial',
      path: path === '' ? null : path,
      device: {
        ...(vendor === undefined ? {} : { vendor: vendor.toLowerCase() }),
        ...(product === undefined ? {} : { product: product.toLowerCase() }),
        ...(serial === undefined ? {} : { serial }),
      },
      baud: Number(words.get('baud') ?? 19_200),
      parity: parity === 'none' || parity === 'odd' ? parity : 'even',
      bits: words.get('bits') === '7' ? 7 : 8,
      stop: words.get('stop') === '2' ? 2 : 1,
      flow: flow === 'xonxoff' || flow === 'rtscts' ? flow : 'none',
    },
  }
}

function tcpAddress(uri: string): ReadLineAddress {
  if (!URL.canParse(uri)) return wrong('is no tcp://host:port')
  const { hostname, port, username, password, pathname, search, hash } = new URL(uri)
  if (hostname === '' || port === '' || port === '0') return wrong('host and port are both needed: tcp://host:port')
  if (username !== '' || password !== '' || (pathname !== '' && pathname !== '/') || search !== '' || hash !== '') {
    return wrong('nothing stands after the port and before the host')
  }
  return { ok: true, address: { kind: 'tcp', host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) } }
}

/**
 * `serial:/dev/ttyUSB0?baud=19200&parity=even&bits=8&stop=1&flow=none`, `serial:?vendor=0403&product=6001&serial=AB12`,
 * `tcp://host:port`. What is left out is Modbus's own: 19 200 baud, even, 8 bits, 1 stop bit, no flow control.
 */
export function readLineAddress(uri: string): ReadLineAddress {
  if (uri.startsWith('serial:')) return serialAddress(uri.slice('serial:'.length))
  if (uri.startsWith('tcp://')) return tcpAddress(uri)
  return wrong(
    `"${uri}" begins neither with serial: nor with tcp://, nor with folder: for a controller that takes files`,
  )
}

/** How long one character takes on the wire, start, parity and stop bits with it, in ms. */
export const characterMs = ({ baud, parity, bits, stop }: SerialAddress): number =>
  ((1 + bits + (parity === 'none' ? 0 : 1) + stop) * 1_000) / baud
