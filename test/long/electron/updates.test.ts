// Updates on a real Electron, from a feed on loopback. Fetching is reported, and an update is installed only with our signature, after a
// person agreed and while the brake is idle. A hostile feed installs nothing.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { publicKeyOf, signUpdate, signatureFileName } from '../../../src-main/electron/update-signature.ts'
import { electronForTests, openDisplay, root, type Display } from '../../end-to-end/electron/electron-runtime.ts'

const program = electronForTests()

/** The AppImage in the feed. It writes the file `note` when it runs. */
const newAppImage = (note: string): Buffer => Buffer.from(`#!/bin/sh\necho 9.9.9 > '${note}'\n`)

describe.skipIf(program === null)('updates of the desktop shell on a real Electron', () => {
  let folder: string
  let display: Display
  let feed: Server
  let probe: ChildProcess
  let lines: string[]
  let errorOutput: string
  let files: Map<string, Buffer>
  const pathOf = (name: string): string => join(folder, name)

  beforeAll(async () => {
    display = await openDisplay()
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    // within the project, so that the packages are found
    folder = mkdtempSync(join(cache, 'kant-updates-'))
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'node18',
        minify: false,
        lib: { entry: join(import.meta.dirname, 'update-probe.ts'), formats: ['cjs'], fileName: () => 'main.cjs' },
        rollupOptions: { external: ['electron', 'electron-updater', /^node:/] },
      },
    })
    writeFileSync(pathOf('package.json'), JSON.stringify({ name: 'kant-probe', version: '1.0.0', main: 'main.cjs' }))
    writeFileSync(
      pathOf('app-update.yml'),
      'provider: generic\nurl: http://127.0.0.1:9/\nupdaterCacheDirName: kant-probe\n',
    )
  })
  afterAll(() => {
    display.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  beforeEach(async () => {
    lines = []
    errorOutput = ''
    files = new Map()
    for (const name of ['update.json', 'note', 'evil']) rmSync(pathOf(name), { force: true })
    rmSync(pathOf('cache'), { recursive: true, force: true })
    writeFileSync(pathOf('Kant.AppImage'), 'the old one')
    chmodSync(pathOf('Kant.AppImage'), 0o755)
    feed = createServer(({ url = '' }, response) => {
      const body = files.get(url.replace(/\?.*$/, '').slice(1))
      response.writeHead(body === undefined ? 404 : 200).end(body)
    })
    feed.listen(0, '127.0.0.1')
    await once(feed, 'listening')
  })
  afterEach(async () => {
    if (probe.exitCode === null && probe.signalCode === null) {
      const exited = once(probe, 'exit')
      probe.kill('SIGKILL')
      await exited
    }
    feed.closeAllConnections()
    await new Promise((resolve) => feed.close(resolve))
  })

  function start(): void {
    const address = feed.address()
    if (address === null || typeof address === 'string') throw new Error('the feed listens on no port')
    const feedAddress = `http://127.0.0.1:${address.port}/`
    const args = ['--no-sandbox', folder, feedAddress, pathOf('app-update.yml'), publicKeyOf(ourKey), folder]
    probe = spawn(program ?? '', args, {
      env: {
        ...process.env,
        DISPLAY: display.name,
        APPIMAGE: pathOf('Kant.AppImage'),
        XDG_CACHE_HOME: pathOf('cache'),
        XDG_CONFIG_HOME: pathOf('config'),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    if (probe.stdout !== null) createInterface({ input: probe.stdout }).on('line', (line) => lines.push(line))
    probe.stderr?.on('data', (text: Buffer) => (errorOutput += text.toString()))
  }
  /** Puts a version with its valid signature into the feed. */
  function offer(bytes: Buffer, version = '9.9.9'): void {
    const sha512 = createHash('sha512').update(bytes).digest('base64')
    files.set('latest-linux.yml', latest(sha512, bytes.length, version))
    files.set(`Kant-${version}.AppImage`, bytes)
    files.set(signatureFileName, signatureOf(sha512, bytes.length, version))
  }
  const send = (command: string): void => void probe.stdin?.write(`${command}\n`)
  const lastLine = (): string => lines.at(-1) ?? ''

  test('a feed without a newer version, a missing feed and a file with a wrong hash have different states', async () => {
    files.set('latest-linux.yml', Buffer.from(`version: 1.0.0\nfiles: []\npath: Kant.AppImage\nsha512: x\n`))
    start()
    await expect.poll(lastLine).toContain('"latest"')
    files.clear()
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*404/)
    const wrongHash = createHash('sha512').update('another').digest('base64')
    files.set('latest-linux.yml', latest(wrongHash, 7))
    files.set(signatureFileName, signatureOf(wrongHash, 7))
    files.set('Kant-9.9.9.AppImage', Buffer.from('changed'))
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*sha512/)
    expect(readFileSync(pathOf('Kant.AppImage'), 'utf8')).toBe('the old one')
    expect(errorOutput).not.toContain('Unhandled')
  })

  test('a newer version is fetched, waits for consent and for an idle brake, and only then replaces the old one', async () => {
    const bytes = newAppImage(pathOf('note'))
    offer(bytes)
    start()
    await expect.poll(lastLine).toContain('"ready"')
    expect(lines.join()).toContain('"fetching"')
    send('9.9.8')
    send('9.9.9')
    await expect.poll(lastLine).toContain('"waits"')
    expect(lines.filter((line) => line.includes('"waits"'))).toHaveLength(1)
    expect(readFileSync(pathOf('Kant.AppImage'), 'utf8')).toBe('the old one')
    send('idle')
    await expect.poll(() => existsSync(pathOf('note'))).toBe(true)
    expect(readFileSync(pathOf('Kant.AppImage'))).toEqual(bytes)
  })

  test('a hostile feed downloads nothing without our signature, and cannot go back in version', async () => {
    const requests: string[] = []
    feed.on('request', ({ url = '' }) => requests.push(url))
    const bytes = newAppImage(pathOf('note'))
    const sha512 = createHash('sha512').update(bytes).digest('base64')
    offer(bytes)
    files.delete(signatureFileName)
    start()
    await expect.poll(lastLine).toMatch(/"failed".*no valid signature file/)
    files.set(signatureFileName, signatureOf(sha512, bytes.length, '9.9.9', foreignKey))
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*does not trust/)
    files.set(signatureFileName, signatureOf(createHash('sha512').update('another').digest('base64'), bytes.length))
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*not the signed one/)
    offer(bytes, '0.9.0')
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*went back from version 1\.0\.0 to 0\.9\.0/)
    expect(requests.filter((url) => url.includes('AppImage'))).toEqual([])

    offer(bytes)
    send('checkNow')
    await expect.poll(lastLine).toContain('"ready"')
    offer(bytes, '9.9.8')
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*went back from version 9\.9\.9 to 9\.9\.8/)
    expect(readFileSync(pathOf('Kant.AppImage'), 'utf8')).toBe('the old one')
    expect(existsSync(pathOf('note'))).toBe(false)
  })

  test('a downloaded file that is changed before it is opened is not opened', async () => {
    const bytes = newAppImage(pathOf('note'))
    offer(bytes)
    start()
    await expect.poll(lastLine).toContain('"ready"')
    const downloads = readdirSync(pathOf('cache'), { recursive: true, encoding: 'utf8' })
    const downloaded = downloads.filter((name) => name.endsWith('.AppImage'))
    expect(downloaded.length).toBeGreaterThan(0)
    for (const name of downloaded) writeFileSync(join(pathOf('cache'), name), newAppImage(pathOf('evil')))
    send('9.9.9')
    send('idle')
    await expect.poll(lastLine).toMatch(/"failed".*was changed/)
    expect(readFileSync(pathOf('Kant.AppImage'), 'utf8')).toBe('the old one')
    expect(existsSync(pathOf('evil'))).toBe(false)
  })
})

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const [ourKey, foreignKey] = [newKey(), newKey()]

const signatureOf = (sha512: string, size: number, version = '9.9.9', key = ourKey): Buffer => {
  const update = { version, files: [{ name: `Kant-${version}.AppImage`, size, sha512 }], successions: [] }
  return Buffer.from(JSON.stringify(signUpdate(update, key)))
}

const latest = (sha512: string, size: number, version = '9.9.9'): Buffer =>
  Buffer.from(
    `version: ${version}\nfiles:\n  - url: Kant-${version}.AppImage\n    sha512: ${sha512}\n    size: ${size}\npath: Kant-${version}.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-22T08:00:00.000Z'\n`,
  )
