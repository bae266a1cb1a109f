// A channel over a WebSocket, for the shell that serves screens and for programs that attach to a running station. Accesses the network on
// loopback.
import { WebSocket } from 'ws'
import { WireChannel, type Channel } from '../../../shared/station-api/index.ts'

/** A screen that does not read from its socket is disconnected at this many unsent bytes. */
const maxUnsentBytes = 64 * 1024 * 1024
const maxAnswerBytes = 64 * 1024 * 1024
const handshakeMs = 5_000

/** A channel over an open socket. A binary frame, or one that is not JSON, closes it. */
export function webSocketChannel(socket: WebSocket): Channel {
  const channel = new WireChannel({
    send: (text) => {
      if (socket.readyState !== WebSocket.OPEN) return
      socket.send(text)
      if (socket.bufferedAmount > maxUnsentBytes) socket.terminate()
    },
    close: () => socket.close(),
  })
  socket.on('message', (data, isBinary) =>
    channel.receive(isBinary || !Buffer.isBuffer(data) ? null : data.toString('utf8')),
  )
  socket.on('close', channel.handleLoss)
  socket.on('error', channel.handleLoss)
  return channel
}

export interface StationAddress {
  /** `http://127.0.0.1:PORT`, without a path. */
  url: string
  token: string
}

/** Opens a channel to a station that runs elsewhere on this computer and sends the token. Rejects when it cannot be reached. */
export function openStationChannel({ url, token }: StationAddress): Promise<Channel> {
  const address = new URL('/station', url)
  address.protocol = 'ws:'
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, {
      origin: new URL(url).origin,
      perMessageDeflate: false,
      maxPayload: maxAnswerBytes,
      handshakeTimeout: handshakeMs,
    })
    socket.once('error', reject)
    socket.once('open', () => {
      const channel = webSocketChannel(socket)
      channel.send({ kind: 'hello', token })
      resolve(channel)
    })
  })
}
