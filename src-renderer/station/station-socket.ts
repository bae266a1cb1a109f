// The channel of the browser shell: a WebSocket to the page's own origin, whose first frame says the token.
import { channelOver, type Channel } from '../../shared/station-api/index.ts'

export interface StationSocketOptions {
  address: string
  token: string
  /** The station took the socket and closed it without a word: it does not know the token. */
  onRefused: () => void
}

/** Rejects when the station cannot be reached. */
export function openStationSocket({ address, token, onRefused }: StationSocketOptions): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const end = channelOver({ send: (text) => socket.send(text), close: () => socket.close() })
    let heard = false
    let opened = false
    socket.addEventListener('open', () => {
      opened = true
      end.channel.send({ kind: 'hello', token })
      resolve(end.channel)
    })
    socket.addEventListener('message', ({ data }) => {
      heard = true
      end.receive(data)
    })
    socket.addEventListener('close', () => {
      if (opened && !heard) onRefused()
      end.lost()
      reject(new Error('the station cannot be reached'))
    })
  })
}
