// TLS 1.3 between two stations: both show a certificate, and the fingerprint decides before any byte is read. Accesses the network.
import { constants } from 'node:crypto'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'
import { fingerprintOf, type Identity } from '../identity/index.ts'

const handshakeMs = 5_000
const connectMs = 4_000
const maxConnections = 64

/** No session is resumed: a resumed one has no certificate to check. No old version: 1.3 proves that each side has its key. */
const tlsOptions = ({ certificate, key }: Pick<Identity, 'certificate' | 'key'>) =>
  ({
    cert: certificate,
    key,
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    secureOptions: constants.SSL_OP_NO_TICKET,
    // self-signed on both sides: the fingerprint is checked instead
    rejectUnauthorized: false,
  }) as const

export interface SecureSocket {
  socket: TLSSocket
  /** The fingerprint of the other side's certificate. */
  fingerprint: string
  /** The other side's certificate. */
  der: Buffer
}

export interface TlsServerOptions {
  identity: Identity
  /** The address of the chosen interface. */
  address: string
  /** 0: any free port. */
  port: number
  /** Decides by the fingerprint alone. False: the connection is destroyed, and nothing of it was read. */
  isAdmitted: (fingerprint: string) => boolean
  onSocket: (secure: SecureSocket) => void
  onRefused: (refusal: { address: string; fingerprint: string | null }) => void
}

/** Rejects where the address or the port cannot be listened on. */
export function listenTls(options: TlsServerOptions): Promise<Server> {
  const { identity, isAdmitted, onSocket, onRefused } = options
  const server = createServer(
    { ...tlsOptions(identity), requestCert: true, handshakeTimeout: handshakeMs },
    (socket) => {
      // the other side may reset it at any moment
      socket.on('error', () => socket.destroy())
      const secure = secureSocketOf(socket)
      if (secure === null || !isAdmitted(secure.fingerprint)) {
        onRefused({ address: socket.remoteAddress ?? '', fingerprint: secure?.fingerprint ?? null })
        socket.destroy()
        return
      }
      onSocket(secure)
    },
  )
  server.maxConnections = maxConnections
  server.on('tlsClientError', (_error, socket) => {
    onRefused({ address: socket.remoteAddress ?? '', fingerprint: null })
    socket.destroy()
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.address, () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve(server)
    })
  })
}

/** The other side is not a station, or not the one that is wanted. */
export class LinkRefusedError extends Error {
  readonly reason: 'no_certificate' | 'other_station' | 'no_tls'
  constructor(reason: LinkRefusedError['reason'], message: string) {
    super(message)
    this.name = 'LinkRefusedError'
    this.reason = reason
  }
}

export interface DialOptions {
  identity: Identity
  address: string
  port: number
  isAdmitted: (fingerprint: string) => boolean
  signal?: AbortSignal | undefined
}

/** Rejects with a LinkRefusedError, or with the system's error where nothing answers. */
export function dialTls({ identity, address, port, isAdmitted, signal }: DialOptions): Promise<SecureSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...tlsOptions(identity), host: address, port })
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    const abort = (): void => fail(new Error('the dial was aborted'))
    if (signal?.aborted === true) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    socket.setTimeout(connectMs, () => fail(new Error(`${address}:${port} does not answer`)))
    socket.on('error', (error: Error & { code?: string }) =>
      fail(isNoTls(error) ? new LinkRefusedError('no_tls', `${address}:${port} is not a station`) : error),
    )
    socket.once('close', () => fail(new Error(`${address}:${port} closed the connection`)))
    socket.once('secureConnect', () => {
      socket.setTimeout(0)
      signal?.removeEventListener('abort', abort)
      const secure = secureSocketOf(socket)
      if (secure === null) return fail(new LinkRefusedError('no_certificate', `${address}:${port} has no certificate`))
      if (!isAdmitted(secure.fingerprint))
        return fail(new LinkRefusedError('other_station', `${address}:${port} is another station`))
      resolve(secure)
    })
  })
}

const isNoTls = ({ code }: { code?: string }): boolean =>
  code !== undefined && (code.startsWith('ERR_SSL') || code === 'EPROTO')

/** A client's socket answers only once, so the value is kept. Null: no certificate. */
function secureSocketOf(socket: TLSSocket): SecureSocket | null {
  const der = socket.getPeerX509Certificate()?.raw
  return der === undefined ? null : { socket, fingerprint: fingerprintOf(der), der }
}

/** 32 bytes that only the two ends of this TLS connection can compute. */
export const exporterOf = (socket: TLSSocket): Buffer =>
  socket.exportKeyingMaterial(32, 'EXPORTER-kant-pairing', Buffer.alloc(0))
