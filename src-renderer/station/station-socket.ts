// The channel of the browser shell: a WebSocket to the page's own origin, whose first frame says the token.
import type { Channel } from '../../shared/station-api/index.ts'
import { channelOver } from '../../shared/station-api/wire.ts'

export interface StationSocketOptions {
  address: string
  token: string
  /** The station does not know the token. One that closes for another reason may be beginning anew: it is tried again. */
  onRefused: () => void
}

/** With what the shell closes a socket whose token is not of its launch. */
const tokenRefused = 4401

/** Rejects when the station cannot be reached. */
export function openStationSocket({ address, token, onRefused }: StationSocketOptions): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const end = channelOver({ send: (text) => socket.send(text), close: () => socket.close() })
    socket.addEventListener('open', () => {
      end.channel.send({ kind: 'hello', token })
      resolve(end.channel)
    })
    socket.addEventListener('message', ({ data }) => {
      end.receive(data)
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === tokenRefused) onRefused()
      end.lost()
      reject(new Error('the station cannot be reached'))
    })
  })
}
