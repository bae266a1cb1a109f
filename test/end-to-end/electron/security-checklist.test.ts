// Electron's security checklist, item by item, on the running shell. What only the sources can show is checked in the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls, shellCalls } from '../../../shared/station-api/index.ts'
import { contentSecurityPolicy } from '../../../src-main/platform/page-files.ts'
import { electronForTests, root } from './electron-runtime.ts'
import { openShellRig, untilListed, type ShellRig } from './shell-rig.ts'

const program = electronForTests()
const shellFolder = join(root, 'src-main', 'electron')
const shellSources = readdirSync(shellFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(shellFolder, name), 'utf8'))

describe.skipIf(program === null)('Electron’s security checklist', () => {
  let rig: ShellRig
  /** A web server that a page may try to reach. */
  let foreign: Server
  let foreignAddress: string
  let reached: string[]

  beforeAll(async () => {
    reached = []
    foreign = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>')
    })
    const port = await new Promise<number>((resolve) => {
      foreign.listen(0, '127.0.0.1', () => resolve(Number(Object(foreign.address()).port)))
    })
    foreignAddress = `http://127.0.0.1:${port}`
    rig = await openShellRig(program ?? '')
    await untilListed(rig.page)
  })
  beforeEach(() => rig.refresh())
  afterAll(async () => {
    await rig.close()
    foreign.closeAllConnections()
    foreign.close()
  })

  const inPage = (script: string): Promise<unknown> => rig.page.evaluate(script)
  /** The preferences with which Electron opened the page. */
  const preferences = (): Promise<Record<string, unknown>> =>
    rig.shell.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return { ...Reflect.get(Object(contents), 'getLastWebPreferences').call(contents) }
    })

  test('1: only the app’s own files are loaded, whether as script, style, picture, frame or socket', async () => {
    const tries = [
      `fetch('${foreignAddress}/fetch').then(() => 'reached', () => 'refused')`,
      `new Promise((done) => { const i = new Image(); i.onload = () => done('reached'); i.onerror = () => done('refused'); i.src = '${foreignAddress}/image' })`,
      `new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('reached'); s.onerror = () => done('refused'); s.src = '${foreignAddress}/script'; document.head.append(s) })`,
      `new Promise((done) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = () => done('reached'); l.onerror = () => done('refused'); l.href = '${foreignAddress}/style'; document.head.append(l) })`,
      `new Promise((done) => { const s = new WebSocket('${foreignAddress.replace('http', 'ws')}/socket'); s.onopen = () => done('reached'); s.onerror = () => done('refused') })`,
      `(() => { const f = document.createElement('iframe'); f.src = '${foreignAddress}/frame'; document.body.append(f); return 'refused' })()`,
      `Promise.resolve(navigator.sendBeacon('${foreignAddress}/beacon')).then(() => 'refused', () => 'refused')`,
    ]
    for (const script of tries) expect([script, await inPage(script)]).toEqual([script, 'refused'])
    // the session also blocks what the page's policy does not cover
    const bySession = await rig.shell.evaluate(
      ({ net }, address) =>
        net.fetch(`${address}/session`).then(
          () => 'reached',
          () => 'refused',
        ),
      foreignAddress,
    )
    expect(bySession).toBe('refused')
    expect(reached).toEqual([])
  })

  test('2: neither the page nor its workers have Node', async () => {
    const current = await preferences()
    expect(current).toMatchObject({ nodeIntegration: false, nodeIntegrationInSubFrames: false })
    expect(current['nodeIntegrationInWorker'] ?? false).toBe(false)
    const names = `['process', 'require', 'module', 'Buffer', 'electron', '__dirname', 'global'].filter((name) => name in globalThis)`
    expect(await inPage(names)).toEqual([])
  })

  test('3: scripts of the page cannot change the preload’s world', async () => {
    expect(await preferences()).toMatchObject({ contextIsolation: true })
    await inPage(`Promise.prototype.then.stolen = Array.prototype.push.stolen = JSON.stringify.stolen = 1`)
    expect(await inPage(`Object.isFrozen(window.kant) && Reflect.set(window, 'kant', {}) === false`)).toBe(true)
    expect(await inPage(`window.kant.call.constructor('return typeof process')()`).catch(() => 'undefined')).toBe(
      'undefined',
    )
  })

  test('4: the page’s process is sandboxed, as is that of any other page', async () => {
    expect(await preferences()).toMatchObject({ sandbox: true })
    expect(shellSources.join('\n')).toContain('app.enableSandbox()')
  })

  test('5: every permission is refused', async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
      'persistent-storage',
    ]
    for (const name of names)
      expect([name, await inPage(`navigator.permissions.query({ name: '${name}' }).then((s) => s.state)`)]).toEqual([
        name,
        'denied',
      ])
    const requests = [
      `Notification.requestPermission()`,
      `navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', () => 'denied')`,
      `navigator.requestMIDIAccess({ sysex: true }).then(() => 'granted', () => 'denied')`,
      `new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('granted'), () => done('denied')))`,
    ]
    for (const request of requests) expect([request, await inPage(request)]).toEqual([request, 'denied'])
    for (const devices of ['serial', 'hid', 'usb'])
      expect([
        devices,
        await inPage(`navigator.${devices} === undefined || ${listOf(devices)}.then((all) => all.length === 0)`),
      ]).toEqual([devices, true])
  })

  test('6, 8, 9, 10: no protection of the browser engine is off, and no experimental feature is on', async () => {
    const current = await preferences()
    expect(current).toMatchObject({
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    })
    expect(current['enableBlinkFeatures'] ?? '').toBe('')
    expect(shellSources.join('\n')).not.toMatch(/appendSwitch|commandLine\.append/)
  })

  test('7: the page’s content security policy is exactly as written', async () => {
    const answer = await rig.shell.evaluate(async ({ net }) => {
      const response = await net.fetch('app://kant/')
      return Object.fromEntries(response.headers.entries())
    })
    expect(answer).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(answer['content-security-policy']).toBe(contentSecurityPolicy("'none'"))
    expect(
      await inPage(
        // in a later task, because the policy does not apply to what the test library evaluates
        `new Promise((done) => setTimeout(() => { try { done(eval('1')) } catch { done('refused') } }))`,
      ),
    ).toBe('refused')
  })

  test('11, 12: a page can embed no other page', async () => {
    expect(await preferences()).toMatchObject({ webviewTag: false })
    await inPage(
      `document.body.append(Object.assign(document.createElement('webview'), { src: '${foreignAddress}/' }))`,
    )
    const kinds = await rig.shell.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getType()),
    )
    expect(kinds).toEqual(['window'])
  })

  test('13: the page cannot navigate to another address, and returns from about:blank', async () => {
    const addresses = [foreignAddress, 'app://other/', 'file:///etc/passwd', 'data:text/html,x', 'javascript:1']
    for (const address of addresses) await inPage(`location.assign('${address}')`).catch(() => null)
    await inPage(
      `(() => { const a = document.createElement('a'); a.href = '${foreignAddress}/link'; document.body.append(a); a.click() })()`,
    )
    await inPage(
      `(() => { const f = document.createElement('form'); f.action = '${foreignAddress}/form'; document.body.append(f); f.submit() })()`,
    )
    expect(await inPage('location.origin')).toBe('app://kant')
    expect(reached).toEqual([])
    await inPage(`location.assign('about:blank')`).catch(() => null)
    await expect.poll(() => rig.page.url()).toMatch(/^app:\/\/kant\//)
    await untilListed(rig.page)
  })

  test('14: the page opens no window', async () => {
    for (const address of [foreignAddress, 'app://kant/', 'about:blank', 'file:///etc/passwd'])
      expect([address, await inPage(`window.open('${address}') === null`)]).toEqual([address, true])
    await inPage(
      `(() => { const a = document.createElement('a'); a.href = '${foreignAddress}/blank'; a.target = '_blank'; document.body.append(a); a.click() })()`,
    )
    expect(await rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(reached).toEqual([])
  })

  test('15: the shell passes nothing to the system to open', () => {
    for (const source of shellSources) {
      expect(source).not.toMatch(/openExternal|openPath|showItemInFolder/)
      expect(source).not.toMatch(/import [^\n]*\bshell\b[^\n]* from 'electron'/)
    }
  })

  test('16: Electron is one exact, current version', () => {
    const { devDependencies } = createRequire(import.meta.url)(join(root, 'package.json'))
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Number(devDependencies.electron.split('.')[0])).toBeGreaterThanOrEqual(45)
  })

  test('18: no page is loaded from file:, and the app’s own scheme serves only its own files', async () => {
    expect(await inPage('location.href')).toMatch(/^app:\/\/kant\//)
    expect(await inPage(`fetch('file:///etc/passwd').then(() => 'reached', () => 'refused')`)).toBe('refused')
    for (const source of shellSources) expect(source).not.toMatch(/loadFile|file:\/\//)
    const paths = [
      '/../main/index.cjs',
      '/%2e%2e/main/index.cjs',
      '/..%2fmain%2findex.cjs',
      '/assets/../../preload/preload.cjs',
      '//etc/passwd',
      '/assets',
      '/window.json',
    ]
    const statuses = await rig.shell.evaluate(
      ({ net }, requested) =>
        Promise.all(requested.map(async (path) => [path, (await net.fetch(`app://kant${path}`)).status])),
      paths,
    )
    expect(statuses).toEqual(paths.map((path) => [path, 404]))
    const other = await rig.shell.evaluate(({ net }) =>
      net.fetch('app://other/index.html').then(
        (r) => r.status,
        () => 404,
      ),
    )
    expect(other).toBe(404)
  })

  test('20: the page gets two functions and plain data, and nothing of Electron’s', async () => {
    expect(await inPage(`Reflect.ownKeys(window.kant)`)).toEqual(['call', 'subscribe'])
    const keys = await inPage(
      `new Promise((done) => window.kant.subscribe((...args) => done(args.map((arg) => Object.keys(arg).toSorted()))))`,
    )
    expect(keys).toEqual([['kind', 'state']])
  })

  // last, because it opens other windows
  test.each([
    ['a page from elsewhere', (address: string) => address],
    ['an empty page', () => 'about:blank'],
  ])('17: %s reaches no handler, whatever it calls', async (_who, addressOf) => {
    const before = rig.station.callNames.length
    const names = Object.keys(calls)
    const codes = await rig.shell.evaluate(
      async ({ BrowserWindow, session, app }, { address, names, preload }) => {
        const otherSession = session.fromPartition(`test-${Date.now()}`)
        const contents = new BrowserWindow({
          show: false,
          webPreferences: { preload, session: otherSession, sandbox: true },
        }).webContents
        await contents.loadURL(address).catch(() => null)
        const call = `Promise.all(${JSON.stringify(names)}.map((name) => window.kant.call(name, {}).then(() => 'answered', ({ code }) => code)))`
        const results = await contents.executeJavaScript(`window.kant === undefined ? [] : ${call}`).catch(() => [])
        contents.close()
        return [...new Set(results)].concat(app.getName() === '' ? ['nameless'] : [])
      },
      { address: addressOf(foreignAddress), names, preload: join(root, 'out', 'preload', 'preload.cjs') },
    )
    expect(['', 'link_lost']).toContain(codes.join())
    // station.restart would accept the empty input; the app's own page makes other calls meanwhile
    expect(rig.station.callNames.slice(before)).not.toContain('station.restart')
  })

  test('17: a frame within the page reaches no handler, although it has the same preload', async () => {
    const postedCount = await rig.shell.evaluate(({ ipcMain, BrowserWindow }) => {
      const sender = BrowserWindow.getAllWindows()[0]?.webContents
      const posted: unknown[] = []
      const postMessage = sender?.postMessage.bind(sender)
      if (sender === undefined || postMessage === undefined) return null
      sender.postMessage = (...all) => void posted.push(all)
      for (const senderFrame of [
        { url: 'app://kant/', parent: {} },
        { url: 'http://kant/', parent: null },
        { url: 'app://other/', parent: null },
        null,
      ])
        ipcMain.emit('station-port', { sender, senderFrame })
      sender.postMessage = postMessage
      return posted.length
    })
    expect(postedCount).toBe(0)
  })

  test('17: the shell answers its own calls only for the page’s top frame and with valid input', async () => {
    const outcome = await rig.shell.evaluate(async ({ ipcMain, dialog }, names) => {
      let dialogs = 0
      const showOpenDialog = dialog.showOpenDialog.bind(dialog)
      dialog.showOpenDialog = () => {
        dialogs++
        return Promise.resolve({ canceled: true, filePaths: [] })
      }
      const handlers: Map<string, (event: object, input: unknown) => unknown> = Reflect.get(ipcMain, '_invokeHandlers')
      const invoke = async (name: string, senderFrame: object | null, input: unknown): Promise<string> => {
        try {
          await handlers.get(name)?.({ senderFrame }, input)
          return handlers.has(name) ? 'answered' : 'no handler'
        } catch (fault) {
          return String(fault)
        }
      }
      const appFrame = { url: 'app://kant/', parent: null }
      const foreign = [
        { ...appFrame, parent: appFrame },
        { ...appFrame, url: 'http://kant/' },
        { ...appFrame, url: 'app://kant.other/' },
        null,
      ]
      const refused = await Promise.all(
        names.flatMap((name) => [
          ...foreign.map((frame) => invoke(name, frame, name === 'shell.update_agree' ? { version: '1.0.0' } : {})),
          invoke(name, appFrame, { more: 1 }),
        ]),
      )
      const shown = dialogs
      const answered = await invoke('shell.choose_folder', appFrame, {})
      dialog.showOpenDialog = showOpenDialog
      return { refused, shown, answered, dialogs }
    }, Object.keys(shellCalls))
    expect(outcome).toEqual({
      refused: Object.keys(shellCalls).flatMap((name) => Array.from({ length: 5 }, () => `Error: ${name}: refused`)),
      shown: 0,
      answered: 'answered',
      dialogs: 1,
    })
  })
})

const listOf = (devices: string): string => `navigator.${devices}.${devices === 'serial' ? 'getPorts' : 'getDevices'}()`
