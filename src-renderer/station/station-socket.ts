// The channel of the browser shell: a WebSocket to the page's own origin. Its first frame contains the token.
import type { Channel } from '../../shared/station-api/index.ts'
// not through the entry point: this file runs before the rest of the screen is loaded
import { WireChannel } from '../../shared/station-api/channel/wire-channel.ts'

export interface StationSocketOptions {
  address: string
  token: string
  /** The station rejects the token. A socket that closes for another reason is opened again: the station may be restarting. */
  onRefused: () => void
}

/** The close code for a token of another launch. */
const tokenRefused = 4401

/** Rejects when the station cannot be reached. */
export function openStationSocket({ address, token, onRefused }: StationSocketOptions): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const channel = new WireChannel({ send: (text) => socket.send(text), close: () => socket.close() })
    socket.addEventListener('open', () => {
      channel.send({ kind: 'hello', token })
      resolve(channel)
    })
    socket.addEventListener('message', ({ data }) => {
      channel.receive(data)
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === tokenRefused) onRefused()
      channel.handleLoss()
      reject(new Error('the station cannot be reached'))
    })
  })
}
