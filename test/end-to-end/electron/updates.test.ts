// Updates on a real Electron, from a feed on loopback. Fetching is reported, and an update is installed only after a person agreed and
// while the brake is idle.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { electronForTests, openDisplay, root, type Display } from './electron-runtime.ts'

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
    const args = ['--no-sandbox', folder, `http://127.0.0.1:${address.port}/`, pathOf('app-update.yml')]
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
    files.set('Kant-9.9.9.AppImage', Buffer.from('changed'))
    send('checkNow')
    await expect.poll(lastLine).toMatch(/"failed".*sha512/)
    expect(readFileSync(pathOf('Kant.AppImage'), 'utf8')).toBe('the old one')
    expect(errorOutput).not.toContain('Unhandled')
  })

  test('a newer version is fetched, waits for consent and for an idle brake, and only then replaces the old one', async () => {
    const bytes = newAppImage(pathOf('note'))
    files.set('latest-linux.yml', latest(createHash('sha512').update(bytes).digest('base64'), bytes.length))
    files.set('Kant-9.9.9.AppImage', bytes)
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
})

const latest = (sha512: string, size: number): Buffer =>
  Buffer.from(
    `version: 9.9.9\nfiles:\n  - url: Kant-9.9.9.AppImage\n    sha512: ${sha512}\n    size: ${size}\npath: Kant-9.9.9.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-22T08:00:00.000Z'\n`,
  )
