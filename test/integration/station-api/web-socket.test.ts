import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serve, type Context } from '../../../shared/station-api/index.ts'
import { openStationChannel, webSocketChannel } from '../../../src-main/station/attach/web-socket-channel.ts'
import { conformance } from './conformance.ts'

conformance('over a WebSocket', async () => {
  const contexts: Context[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket) => {
    const channel = webSocketChannel(socket)
    // the first frame contains the token, which the tests of the browser shell check
    channel.onMessage(() => {
      const context = contexts.shift()
      if (context !== undefined) serve(channel, context)
    })
  })
  const url = `http://127.0.0.1:${portOf(server.address())}`
  const cut = (): void => server.clients.forEach((client) => client.terminate())
  return {
    open: (context) => {
      contexts.push(context)
      return openStationChannel({ url, token: '0'.repeat(64) })
    },
    cut,
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
})

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
