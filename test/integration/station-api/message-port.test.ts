import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { messagePortChannel, serve, type Port } from '../../../shared/station-api/index.ts'
import { conformance } from './conformance.ts'
import { smallStation } from './small-station.ts'

const portOf = (port: MessagePort): Port => ({
  postMessage: (message) => port.postMessage(message),
  start: () => port.start(),
  close: () => port.close(),
  onMessage: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.on('close', listener),
})

const silent = (port: MessagePort): Port => ({ ...portOf(port), onClose: () => {} })

conformance('over a MessagePort', async () => {
  const served: MessagePort[] = []
  return {
    open: async (context) => {
      const { port1, port2 } = new MessageChannel()
      served.push(port2)
      serve(messagePortChannel(portOf(port2)), context)
      return messagePortChannel(portOf(port1))
    },
    cut: () => served.splice(0).forEach((port) => port.close()),
    close: async () => served.forEach((port) => port.close()),
  }
})

test.each([
  ['an object', { kind: 'call' }],
  ['a number', 1],
  ['text that is not JSON', '{"kind":'],
])('%s on the port closes the channel', async (_what, message) => {
  const station = smallStation()
  const { port1, port2 } = new MessageChannel()
  const context = { station, grants: new Set(['operate'] as const), onError: () => {} }
  serve(messagePortChannel(portOf(port2)), context)
  const closed = new Promise<void>((resolve) => port1.once('close', resolve))
  // a port without a message listener gets no close event either
  port1.on('message', () => {})
  port1.postMessage(message)
  await closed
  expect([station.listeners(), station.reached]).toEqual([0, []])
})

test('a port without a close event is closed by the null message', async () => {
  const { port1, port2 } = new MessageChannel()
  const [one, other] = [messagePortChannel(silent(port1)), messagePortChannel(silent(port2))]
  const closed = new Promise<string>((resolve) => other.onClose(() => resolve('closed')))
  one.close()
  expect(await closed).toBe('closed')
})
