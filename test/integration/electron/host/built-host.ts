// Runs the built station host under Node in place of Electron's utility process: passes it a port and sends on what it posts there.
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** Makes Electron's parentPort from Node's ports, whose listeners get the message itself instead of an event. */
const parentPortSource = `
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
  parent.postMessage = (message) => message.kind === 'start_failed' && process.send(message)
  require(host)
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (text) => process.send(text))
  process.on('message', (message) => parent.emit('message', { data: message, ports: [] }))
  parent.emit('message', { data: 'screen', ports: [electronPort(port2)] })`

/**
 * `built`: the folder of the built programs. The child sends the frames that a page gets, and why the station cannot be opened; the message
 * 'stop' ends it.
 */
export const forkBuiltHost = (built: string, args: string[]): ChildProcess =>
  fork(join(built, 'station-host.cjs'), args, {
    execArgv: ['--eval', parentPortSource],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
