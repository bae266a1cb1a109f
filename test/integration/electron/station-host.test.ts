// The built host in run mode, under Node in place of Electron's utility process: a port in, the station's own snapshot out.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '../../../src-main/cli/start-build.ts'

const root = join(import.meta.dirname, '..', '..', '..')

beforeAll(async () => {
  await buildIfStale(root)
})

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
  require(host)
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (text) => process.send(text))
  process.on('message', (message) => parent.emit('message', { data: message, ports: [] }))
  parent.emit('message', { data: 'screen', ports: [electronPort(port2)] })`

test('the built host opens the station in its own process, serves a page, and closes its stores when it is told to stop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-host-'))
  const host = fork(join(root, 'out', 'main', 'station-host.cjs'), ['--mode=run', `--folder=${folder}`], {
    execArgv: ['--eval', electronsPorts],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const first = await new Promise<unknown>((resolve) => host.once('message', resolve))
  expect(JSON.parse(String(first))).toMatchObject({
    kind: 'snapshot',
    seq: 0,
    snapshot: { status: { workshop: null, connection: { problem: { code: 'not_connected_yet' } } } },
  })
  const exit = new Promise((resolve) => host.once('exit', resolve))
  host.send('stop')
  expect(await exit).toBe(0)
  rmSync(folder, { recursive: true })
})
