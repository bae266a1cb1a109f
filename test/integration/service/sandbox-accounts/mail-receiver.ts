// An SMTP server on this computer for tests. It accepts or refuses messages as the test sets it.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type Manner = 'take' | 'gone' | 'hang_up' | 'later' | 'closed' | 'no_such_user' | 'silent'

export interface Receiver {
  url: string
  behaviour: Manner
  /** The number of connections. */
  connectionCount: number
  messages: { from: string; to: string[]; data: string }[]
}

export async function mailReceiver(): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    receiver.connectionCount += 1
    // `gone`: disconnects at once, as if no server was running
    if (receiver.behaviour === 'gone') socket.resetAndDestroy()
    else if (receiver.behaviour !== 'silent') converse(socket, receiver)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const receiver: Receiver = {
    url: `smtp://127.0.0.1:${portOf(server.address())}`,
    behaviour: 'take',
    connectionCount: 0,
    messages: [],
  }
  return receiver
}

function converse(socket: Socket, receiver: Receiver): void {
  const { behaviour: manner } = receiver
  const reply = (line: string) => socket.write(`${line}\r\n`)
  const message = { from: '', to: new Array<string>(), data: '' }
  let inData = false
  socket.on('error', () => {})
  reply('220 mottak ESMTP')
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (inData) {
      if (line !== '.') {
        message.data += `${line.replace(/^\./, '')}\r\n`
        return
      }
      inData = false
      receiver.messages.push(message)
      reply('250 taken')
      return
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (line.slice(0, 4).toUpperCase()) {
      case 'MAIL':
        message.from = address
        reply(manner === 'later' ? '451 come again' : '250 fine')
        return
      case 'RCPT':
        message.to.push(address)
        reply(manner === 'no_such_user' ? '550 no such user' : '250 fine')
        return
      case 'DATA':
        if (manner === 'hang_up') {
          socket.destroy()
          return
        }
        inData = true
        reply('354 go on')
        return
      case 'QUIT':
        reply('221 bye')
        socket.end()
        return
      default:
        reply(manner === 'closed' ? '421 not now' : '250 mottak')
    }
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return address.port
}
