import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveStation, type ServedStation } from '../../../src-main/browser/serve-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { askForScreen, readAttachFile, writeAttachFile } from '../../../src-main/station/attach/attach-file.ts'
import { smallStation } from '../station-api/small-station.ts'

const token = 'a'.repeat(64)
const url = 'http://127.0.0.1:4321'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-attach-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const serve = (): Promise<ServedStation> => {
  mkdirSync(join(folder, 'page'), { recursive: true })
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>')
  return serveStation({
    folder,
    pageFolder: join(folder, 'page'),
    openStation: async () => ({ station: smallStation(), close: async () => {} }),
    clock: systemClock,
    random: randomBytes,
    onError: () => {},
  })
}

test('only its user can read the attach file, and it has what was written', () => {
  writeAttachFile(folder, { url, token })
  expect(statSync(join(folder, 'attach.json')).mode & 0o777).toBe(0o600)
  expect(readAttachFile(folder)).toEqual({ url, token })
})

test('a station that closes removes its own attach file, never another station’s', () => {
  const remove = writeAttachFile(folder, { url, token })
  writeAttachFile(folder, { url, token: 'b'.repeat(64) })
  remove()
  expect(readAttachFile(folder)).toEqual({ url, token: 'b'.repeat(64) })
  const removeOwn = writeAttachFile(folder, { url, token })
  removeOwn()
  expect(existsSync(join(folder, 'attach.json'))).toBe(false)
})

test.each([
  ['another computer', JSON.stringify({ url: 'http://192.168.1.5:4321', token })],
  ['a name', JSON.stringify({ url: 'http://localhost:4321', token })],
  ['an address with a user name', JSON.stringify({ url: 'http://127.0.0.1:4321@evil.example', token })],
  ['a short token', JSON.stringify({ url, token: 'abc' })],
  ['half a file', '{"url":'],
])('an attach file with %s is ignored, so that the token is not sent elsewhere', (_what, text) => {
  writeFileSync(join(folder, 'attach.json'), text)
  expect(readAttachFile(folder)).toBeNull()
})

test('a running station returns an address with a new launch code', async () => {
  const served = await serve()
  const address = readAttachFile(folder)
  const [one, other] = [await askForScreen(address ?? { url, token }), await askForScreen(address ?? { url, token })]
  expect(one).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#launch=[0-9a-f]{64}$/)
  expect(other).not.toBe(one)
  expect(await askForScreen({ url: address?.url ?? url, token })).toBeNull()
  await served.close()
  expect(await askForScreen(address ?? { url, token })).toBeNull()
  expect(readAttachFile(folder)).toBeNull()
})

test('another program on the port of a crashed station is not taken for a station', async () => {
  const stranger = createServer((_request, response) => response.end('hello'))
  const port = await new Promise<number>((resolve) => {
    stranger.listen(0, '127.0.0.1', () => {
      const address = stranger.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  expect(await askForScreen({ url: `http://127.0.0.1:${port}`, token })).toBeNull()
  await new Promise((resolve) => stranger.close(resolve))
})

test('a shell that cannot be served closes the station that was opened for it', async () => {
  let isClosed = false
  const failing = serveStation({
    folder,
    pageFolder: join(folder, 'nothing'),
    openStation: async () => ({
      station: smallStation(),
      close: async () => {
        isClosed = true
      },
    }),
    clock: systemClock,
    random: randomBytes,
    onError: () => {},
  })
  await expect(failing).rejects.toThrow('ENOENT')
  expect(isClosed).toBe(true)
})
