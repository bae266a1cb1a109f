// A mail server on this computer for tests: speaks as much SMTP as a sender needs, and takes a letter or does not, as it is told.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type Manner = 'take' | 'gone' | 'hang_up' | 'later' | 'closed' | 'no_such_user' | 'silent'

export interface Receiver {
  url: string
  manner: Manner
  /** How often a sender has come. */
  asked: number
  taken: { from: string; to: string[]; data: string }[]
}

export async function mailReceiver(): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    receiver.asked += 1
    // `gone`: as if nobody listened
    if (receiver.manner === 'gone') socket.resetAndDestroy()
    else if (receiver.manner !== 'silent') converse(socket, receiver)
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
    manner: 'take',
    asked: 0,
    taken: [],
  }
  return receiver
}

function converse(socket: Socket, receiver: Receiver): void {
  const { manner } = receiver
  const say = (line: string) => socket.write(`${line}\r\n`)
  const letter = { from: '', to: new Array<string>(), data: '' }
  let inData = false
  socket.on('error', () => {})
  say('220 mottak ESMTP')
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (inData) {
      if (line !== '.') {
        letter.data += `${line.replace(/^\./, '')}\r\n`
        return
      }
      inData = false
      receiver.taken.push(letter)
      say('250 taken')
      return
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (line.slice(0, 4).toUpperCase()) {
      case 'MAIL':
        letter.from = address
        say(manner === 'later' ? '451 come again' : '250 fine')
        return
      case 'RCPT':
        letter.to.push(address)
        say(manner === 'no_such_user' ? '550 no such user' : '250 fine')
        return
      case 'DATA':
        if (manner === 'hang_up') {
          socket.destroy()
          return
        }
        inData = true
        say('354 go on')
        return
      case 'QUIT':
        say('221 bye')
        socket.end()
        return
      default:
        say(manner === 'closed' ? '421 not now' : '250 mottak')
    }
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return address.port
}
