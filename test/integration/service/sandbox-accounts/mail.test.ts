// Mail transport: through a real SMTP server that accepts, refuses, disconnects or does not run; and to files.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../../../src-service/service.ts'
import { openStore } from '../../../../src-service/store/store.ts'
import { runningService } from '../running-service.ts'

import { requestLink, messagesIn, waitForMessages } from './sandbox-requests.ts'
import { mailReceiver } from './mail-receiver.ts'
import { untilPasses } from '../../../until-passes.ts'

const minuteMs = 60_000
const from = 'sandkasse@verksted.no'

test('messages are sent by the mail server if there is one, and not to a folder', async () => {
  const receiver = await mailReceiver()
  const service = await runningService({ mailServer: { url: receiver.url, from } })
  await requestLink(service.baseUrl, 'ola@blikk.no')
  await untilPasses(() => {
    expect(receiver.messages).toHaveLength(1)
  })
  const [message] = receiver.messages
  expect(message).toMatchObject({ from, to: ['ola@blikk.no'] })
  expect(message?.data).toMatch(/^From: Sandkassen <sandkasse@verksted\.no>\r$/m)
  expect(message?.data).toMatch(/^Message-ID: <[\da-f-]{36}@verksted\.no>\r$/m)
  expect(messagesIn(service.dataFolder)).toEqual([])
})

test.each([
  ['does not run', 'gone'],
  ['disconnects', 'hang_up'],
  ['answers with a temporary error', 'later'],
  ['closes the connection for some time', 'closed'],
] as const)('a mail server that %s gets the letter again until it takes it', async (_how, manner) => {
  const receiver = await mailReceiver()
  receiver.behaviour = manner
  const service = await runningService({ mailServer: { url: receiver.url, from } })
  await requestLink(service.baseUrl, 'ola@blikk.no')
  await untilPasses(() => {
    expect(receiver.connectionCount).toBeGreaterThan(0)
  })
  receiver.behaviour = 'take'
  await untilPasses(() => {
    service.clock.nowMs += minuteMs
    expect(receiver.messages).toHaveLength(1)
  })
  expect((await requestLink(service.baseUrl, 'kari@blikk.no')).status).toBe(200)
  await untilPasses(() => {
    expect(receiver.messages.map(({ to }) => to)).toEqual([['ola@blikk.no'], ['kari@blikk.no']])
  })
})

test('a message that the mail server refuses does not delay later ones', async () => {
  const receiver = await mailReceiver()
  receiver.behaviour = 'no_such_user'
  const service = await runningService({ mailServer: { url: receiver.url, from } })
  await requestLink(service.baseUrl, 'ingen@blikk.no')
  await untilPasses(() => {
    expect(receiver.connectionCount).toBe(1)
  })
  receiver.behaviour = 'take'
  await requestLink(service.baseUrl, 'ola@blikk.no')
  await untilPasses(() => {
    expect(receiver.messages.map(({ to }) => to)).toEqual([['ola@blikk.no']])
  })
  service.clock.nowMs += 120 * minuteMs
  await requestLink(service.baseUrl, 'kari@blikk.no')
  await untilPasses(() => {
    expect(receiver.messages).toHaveLength(2)
  })
  expect(receiver.messages.flatMap(({ to }) => to)).not.toContain('ingen@blikk.no')
})

test('a message to an unwritable folder is written once the folder is writable', async () => {
  const service = await runningService()
  const folder = join(service.dataFolder, 'mail')
  writeFileSync(folder, 'a file where the folder is to be')
  await requestLink(service.baseUrl, 'ola@blikk.no')
  const store = openStore(service.dataFolder)
  onTestFinished(store.close)
  await untilPasses(() => {
    expect(store.db.prepare('SELECT attempts FROM sandbox_mail').pluck().get()).toBe(1)
  })
  rmSync(folder)
  mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  await untilPasses(() => {
    service.clock.nowMs += minuteMs
    expect(messagesIn(service.dataFolder)).toHaveLength(1)
  })
  await waitForMessages(service.dataFolder, 1)
})

test('a mail server that does not answer does not delay closing, and gets the message after the next start', async () => {
  const receiver = await mailReceiver()
  receiver.behaviour = 'silent'
  const service = await runningService({ mailServer: { url: receiver.url, from } })
  await requestLink(service.baseUrl, 'ola@blikk.no')
  await untilPasses(() => {
    expect(receiver.connectionCount).toBe(1)
  })
  receiver.behaviour = 'take'
  await service.restart()
  await untilPasses(() => {
    expect(receiver.messages.map(({ to }) => to)).toEqual([['ola@blikk.no']])
  })
})

test('messages that the administration queues while the service is off are sent at its next start', async () => {
  const service = await runningService()
  await service.restart(() => {
    service.admin.sandboxes.sendLink('ola@blikk.no')
  })
  expect((await waitForMessages(service.dataFolder, 1)).map(({ to }) => to)).toEqual(['ola@blikk.no'])
})

test.each([
  [{ mailServer: { url: 'http://post.blikk.no', from } }, /smtp:\/\//],
  [{ mailServer: { url: 'smtp://post.blikk.no', from: 'sandkasse' } }, /not a valid sender address/],
  [{ mailServer: { url: 'smtp://post.blikk.no', from: 'a@b.no\r\nBcc: c@d.no' } }, /not a valid sender address/],
  [{ publicUrl: 'verksted.no' }, /public address/],
  [{ publicUrl: 'https://verksted.no/api' }, /public address/],
  [{ publicUrl: 'https://ola:hemmelig@verksted.no' }, /public address/],
  [{ publicUrl: 'javascript:alert(1)' }, /public address/],
])('%j: refused before anything is opened', async (options, why) => {
  await expect(startService({ dataFolder: '/nowhere/at/all', port: 0, ...options })).rejects.toThrow(why)
})
