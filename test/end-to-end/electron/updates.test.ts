// Updates on a real Electron, from a feed that answers here: fetched in sight, put in only when a person agreed and nothing is under way.
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

/** What the feed gives: an AppImage that leaves a note where it is run. */
const newer = (note: string): Buffer => Buffer.from(`#!/bin/sh\necho 9.9.9 > '${note}'\n`)

describe.skipIf(program === null)('updates of the desktop shell on a real Electron', () => {
  let folder: string
  let display: Display
  let feed: Server
  let probe: ChildProcess
  let said: string[]
  let complaints: string
  let files: Map<string, Buffer>
  const at = (name: string): string => join(folder, name)

  beforeAll(async () => {
    display = await openDisplay()
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    // beside the packages that it needs
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
    writeFileSync(at('package.json'), JSON.stringify({ name: 'kant-probe', version: '1.0.0', main: 'main.cjs' }))
    writeFileSync(
      at('app-update.yml'),
      'provider: generic\nurl: http://127.0.0.1:9/\nupdaterCacheDirName: kant-probe\n',
    )
  }, 120_000)
  afterAll(() => {
    display.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  beforeEach(async () => {
    said = []
    complaints = ''
    files = new Map()
    writeFileSync(at('Kant.AppImage'), 'the old one')
    chmodSync(at('Kant.AppImage'), 0o755)
    feed = createServer(({ url = '' }, response) => {
      const body = files.get(url.replace(/\?.*$/, '').slice(1))
      response.writeHead(body === undefined ? 404 : 200).end(body)
    })
    feed.listen(0, '127.0.0.1')
    await once(feed, 'listening')
  })
  afterEach(async () => {
    if (probe.exitCode === null && probe.signalCode === null) {
      const gone = once(probe, 'exit')
      probe.kill('SIGKILL')
      await gone
    }
    feed.closeAllConnections()
    await new Promise((resolve) => feed.close(resolve))
  })

  function start(): void {
    const address = feed.address()
    if (address === null || typeof address === 'string') throw new Error('the feed listens on no port')
    const words = ['--no-sandbox', folder, `http://127.0.0.1:${address.port}/`, at('app-update.yml')]
    probe = spawn(program ?? '', words, {
      env: {
        ...process.env,
        DISPLAY: display.name,
        APPIMAGE: at('Kant.AppImage'),
        XDG_CACHE_HOME: at('cache'),
        XDG_CONFIG_HOME: at('config'),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    if (probe.stdout !== null) createInterface({ input: probe.stdout }).on('line', (line) => said.push(line))
    probe.stderr?.on('data', (text: Buffer) => (complaints += text.toString()))
  }
  const say = (word: string): void => void probe.stdin?.write(`${word}\n`)
  const last = (): string => said.at(-1) ?? ''

  test('a feed that has nothing newer, none that answers, and a file that is not what it should be are told apart', async () => {
    files.set('latest-linux.yml', Buffer.from(`version: 1.0.0\nfiles: []\npath: Kant.AppImage\nsha512: x\n`))
    start()
    await expect.poll(last, { timeout: 40_000 }).toContain('"latest"')
    files.clear()
    say('look')
    await expect.poll(last, { timeout: 40_000 }).toMatch(/"failed".*404/)
    const wrong = createHash('sha512').update('another').digest('base64')
    files.set('latest-linux.yml', latest(wrong, 7))
    files.set('Kant-9.9.9.AppImage', Buffer.from('changed'))
    say('look')
    await expect.poll(last, { timeout: 40_000 }).toMatch(/"failed".*sha512/)
    expect(readFileSync(at('Kant.AppImage'), 'utf8')).toBe('the old one')
    expect(complaints).not.toContain('Unhandled')
  })

  test('a newer one is fetched, waits for a yes and for a brake that is idle, and only then takes the old one’s place', async () => {
    const bytes = newer(at('note'))
    files.set('latest-linux.yml', latest(createHash('sha512').update(bytes).digest('base64'), bytes.length))
    files.set('Kant-9.9.9.AppImage', bytes)
    start()
    await expect.poll(last, { timeout: 40_000 }).toContain('"ready"')
    expect(said.join()).toContain('"fetching"')
    say('9.9.8')
    say('9.9.9')
    await expect.poll(last, { timeout: 40_000 }).toContain('"waits"')
    expect(said.filter((line) => line.includes('"waits"'))).toHaveLength(1)
    expect(readFileSync(at('Kant.AppImage'), 'utf8')).toBe('the old one')
    say('idle')
    await expect.poll(() => existsSync(at('note')), { timeout: 40_000 }).toBe(true)
    expect(readFileSync(at('Kant.AppImage'))).toEqual(bytes)
  })
})

const latest = (sha512: string, size: number): Buffer =>
  Buffer.from(
    `version: 9.9.9\nfiles:\n  - url: Kant-9.9.9.AppImage\n    sha512: ${sha512}\n    size: ${size}\npath: Kant-9.9.9.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-22T08:00:00.000Z'\n`,
  )
