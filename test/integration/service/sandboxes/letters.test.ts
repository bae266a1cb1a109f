// How letters leave: by a real mail server on this computer that takes, refuses, hangs up or is not there; and as files.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../../../src-service/service.ts'
import { openStore } from '../../../../src-service/store/store.ts'
import { runningService } from '../running-service.ts'

import { ask, letters, lettersOnce } from './asking.ts'
import { mailReceiver } from './mail-receiver.ts'

const minuteMs = 60_000
const from = 'sandkasse@verksted.no'
const patience = { timeout: 30_000, interval: 20 }

test('a letter goes by the mail server where there is one, and into no folder', async () => {
  const receiver = await mailReceiver()
  const running = await runningService({ mailServer: { url: receiver.url, from } })
  await ask(running.service.baseUrl, 'ola@blikk.no')
  await vi.waitFor(() => {
    expect(receiver.taken).toHaveLength(1)
  }, patience)
  const [letter] = receiver.taken
  expect(letter).toMatchObject({ from, to: ['ola@blikk.no'] })
  expect(letter?.data).toMatch(/^From: Sandkassen <sandkasse@verksted\.no>\r$/m)
  expect(letter?.data).toMatch(/^Message-ID: <[\da-f-]{36}@verksted\.no>\r$/m)
  expect(letters(running.dataFolder)).toEqual([])
})

test.each([
  ['is not there', 'gone'],
  ['hangs up', 'hang_up'],
  ['asks to come again', 'later'],
  ['closes for a while', 'closed'],
] as const)('a mail server that %s gets the letter again until it takes it', async (_how, manner) => {
  const receiver = await mailReceiver()
  receiver.manner = manner
  const running = await runningService({ mailServer: { url: receiver.url, from } })
  await ask(running.service.baseUrl, 'ola@blikk.no')
  await vi.waitFor(() => {
    expect(receiver.asked).toBeGreaterThan(0)
  }, patience)
  receiver.manner = 'take'
  await vi.waitFor(() => {
    running.clock.nowMs += minuteMs
    expect(receiver.taken).toHaveLength(1)
  }, patience)
  expect((await ask(running.service.baseUrl, 'kari@blikk.no')).status).toBe(200)
  await vi.waitFor(() => {
    expect(receiver.taken.map(({ to }) => to)).toEqual([['ola@blikk.no'], ['kari@blikk.no']])
  }, patience)
})

test('a letter that the mail server never takes holds up none after it', async () => {
  const receiver = await mailReceiver()
  receiver.manner = 'no_such_user'
  const running = await runningService({ mailServer: { url: receiver.url, from } })
  await ask(running.service.baseUrl, 'ingen@blikk.no')
  await vi.waitFor(() => {
    expect(receiver.asked).toBe(1)
  }, patience)
  receiver.manner = 'take'
  await ask(running.service.baseUrl, 'ola@blikk.no')
  await vi.waitFor(() => {
    expect(receiver.taken.map(({ to }) => to)).toEqual([['ola@blikk.no']])
  }, patience)
  running.clock.nowMs += 120 * minuteMs
  await ask(running.service.baseUrl, 'kari@blikk.no')
  await vi.waitFor(() => {
    expect(receiver.taken).toHaveLength(2)
  }, patience)
  expect(receiver.taken.flatMap(({ to }) => to)).not.toContain('ingen@blikk.no')
})

test('a folder that cannot be written gets its letter once it can', async () => {
  const running = await runningService()
  const folder = join(running.dataFolder, 'mail')
  writeFileSync(folder, 'a file where the folder is to be')
  await ask(running.service.baseUrl, 'ola@blikk.no')
  const store = openStore(running.dataFolder)
  onTestFinished(store.close)
  await vi.waitFor(() => {
    expect(store.db.prepare('SELECT attempts FROM sandbox_mail').pluck().get()).toBe(1)
  }, patience)
  rmSync(folder)
  mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  await vi.waitFor(() => {
    running.clock.nowMs += minuteMs
    expect(letters(running.dataFolder)).toHaveLength(1)
  }, patience)
  await lettersOnce(running.dataFolder, 1)
})

test('a mail server that never answers does not hold up the end, and gets the letter after the next start', async () => {
  const receiver = await mailReceiver()
  receiver.manner = 'silent'
  const running = await runningService({ mailServer: { url: receiver.url, from } })
  await ask(running.service.baseUrl, 'ola@blikk.no')
  await vi.waitFor(() => {
    expect(receiver.asked).toBe(1)
  }, patience)
  receiver.manner = 'take'
  await running.restart()
  await vi.waitFor(() => {
    expect(receiver.taken.map(({ to }) => to)).toEqual([['ola@blikk.no']])
  }, patience)
})

test('what the desk asks for while the service is off is sent at its next start', async () => {
  const running = await runningService()
  await running.restart(() => {
    running.desk.sandboxes.sendLink('ola@blikk.no')
  })
  expect((await lettersOnce(running.dataFolder, 1)).map(({ to }) => to)).toEqual(['ola@blikk.no'])
})

test.each([
  [{ mailServer: { url: 'http://post.blikk.no', from } }, /smtp:\/\//],
  [{ mailServer: { url: 'smtp://post.blikk.no', from: 'sandkasse' } }, /no address/],
  [{ mailServer: { url: 'smtp://post.blikk.no', from: 'a@b.no\r\nBcc: c@d.no' } }, /no address/],
  [{ publicUrl: 'verksted.no' }, /public address/],
  [{ publicUrl: 'https://verksted.no/api' }, /public address/],
  [{ publicUrl: 'https://ola:hemmelig@verksted.no' }, /public address/],
  [{ publicUrl: 'javascript:alert(1)' }, /public address/],
])('%j: refused before anything is opened', async (options, why) => {
  await expect(startService({ dataFolder: '/nowhere/at/all', port: 0, ...options })).rejects.toThrow(why)
})
