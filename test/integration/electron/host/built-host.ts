// The built station host under Node in place of Electron's utility process: a port in, what the station says out.
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** Electron's parentPort over Node's own ports, whose messages come bare instead of as events. */
const electronsPorts = `
  const { EventEmitter } = require('node:events')
  const { MessageChannel } = require('node:worker_threads')
  const parent = (process.parentPort = new EventEmitter())
  const host = process.argv[1]
  const electronPort = (port) => ({
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
    on: (name, listener) => port.on(name, name === 'message' ? (data) => listener({ data }) : listener),
  })
  parent.postMessage = () => {}
  require(host)
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (text) => process.send(text))
  process.on('message', (message) => parent.emit('message', { data: message, ports: [] }))
  parent.emit('message', { data: 'screen', ports: [electronPort(port2)] })`

/** `built`: where the built programs lie. What it sends are the frames that a page gets; 'stop' ends it. */
export const forkBuiltHost = (built: string, words: string[]): ChildProcess =>
  fork(join(built, 'station-host.cjs'), words, {
    execArgv: ['--eval', electronsPorts],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
