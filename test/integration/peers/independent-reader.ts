// Reads a day from a station with stock libraries only: TLS of Node, ws and Yjs. Shares no code with src-main. `identity`: that of a paired
// station.
import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { WebSocket } from 'ws'
import * as Y from 'yjs'

export function readDay(identityFile: string, port: number, day: string): Promise<unknown[]> {
  const { certificate: cert, key } = JSON.parse(readFileSync(identityFile, 'utf8'))
  const tls = connect({ host: '127.0.0.1', port, cert, key, minVersion: 'TLSv1.3', rejectUnauthorized: false })
  const doc = new Y.Doc()
  return new Promise((resolve, reject) => {
    tls.once('error', reject)
    tls.once('secureConnect', () => {
      const socket = new WebSocket('ws://station/stations', { createConnection: () => tls, perMessageDeflate: false })
      const send = (message: object): void => socket.send(JSON.stringify(message))
      socket.once('error', reject)
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary && data.includes('"kind":"hello"')) {
          const hello = { kind: 'hello', least: 1, most: 1, name: 'Leser', startId: 'a'.repeat(12), workshop: null }
          send({ ...hello, nowMs: Date.now(), purpose: 'facts' })
          send({ kind: 'missing', document: day, state: Buffer.from(Y.encodeStateVector(doc)).toString('base64') })
        } else if (isBinary && data.toString('latin1', 6, 6 + data.readUInt8(5)) === day) {
          Y.applyUpdate(doc, data.subarray(6 + data.readUInt8(5)))
          socket.close()
          resolve([...doc.getMap('facts').values()])
        }
      })
    })
  })
}
