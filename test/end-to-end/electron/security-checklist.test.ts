// Electron's own security checklist, item by item, on the shell as it runs; what can be read in the sources alone is read there.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls, shellCalls } from '../../../shared/station-api/index.ts'
import { contentSecurityPolicy } from '../../../src-main/platform/page-files.ts'
import { electronForTests, root } from './electron-runtime.ts'
import { openShellRig, type ShellRig } from './shell-rig.ts'

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
    await rig.page.getByRole('listitem').first().waitFor()
  }, 150_000)
  beforeEach(() => rig.refresh(), 90_000)
  afterAll(async () => {
    await rig.close()
    foreign.closeAllConnections()
    foreign.close()
  })

  const inPage = (script: string): Promise<unknown> => rig.page.evaluate(script)
  /** What Electron itself says that the page was opened with. */
  const preferences = (): Promise<Record<string, unknown>> =>
    rig.shell.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return { ...Reflect.get(Object(contents), 'getLastWebPreferences').call(contents) }
    })

  test('1: nothing but the app’s own files is loaded, be it a script, a style, a picture, a frame or a socket', async () => {
    const tries = [
      `fetch('${foreignAddress}/fetch').then(() => 'reached', () => 'refused')`,
      `new Promise((done) => { const i = new Image(); i.onload = () => done('reached'); i.onerror = () => done('refused'); i.src = '${foreignAddress}/image' })`,
      `new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('reached'); s.onerror = () => done('refused'); s.src = '${foreignAddress}/script'; document.head.append(s) })`,
      `new Promise((done) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = () => done('reached'); l.onerror = () => done('refused'); l.href = '${foreignAddress}/style'; document.head.append(l) })`,
      `new Promise((done) => { const s = new WebSocket('${foreignAddress.replace('http', 'ws')}/socket'); s.onopen = () => done('reached'); s.onerror = () => done('refused') })`,
      `(() => { const f = document.createElement('iframe'); f.src = '${foreignAddress}/frame'; document.body.append(f); return 'refused' })()`,
      `Promise.resolve(navigator.sendBeacon('${foreignAddress}/beacon')).then(() => 'refused', () => 'refused')`,
    ]
    for (const one of tries) expect([one, await inPage(one)]).toEqual([one, 'refused'])
    // past the page's own policy, the session still lets nothing through
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

  test('2: the page has no Node, nor has a worker of its', async () => {
    const set = await preferences()
    expect(set).toMatchObject({ nodeIntegration: false, nodeIntegrationInSubFrames: false })
    expect(set['nodeIntegrationInWorker'] ?? false).toBe(false)
    const names = `['process', 'require', 'module', 'Buffer', 'electron', '__dirname', 'global'].filter((name) => name in globalThis)`
    expect(await inPage(names)).toEqual([])
  })

  test('3: the page lives apart from the preload: what it does to its own world changes nothing there', async () => {
    expect(await preferences()).toMatchObject({ contextIsolation: true })
    await inPage(`Promise.prototype.then.stolen = Array.prototype.push.stolen = JSON.stringify.stolen = 1`)
    expect(await inPage(`Object.isFrozen(window.kant) && Reflect.set(window, 'kant', {}) === false`)).toBe(true)
    expect(await inPage(`window.kant.call.constructor('return typeof process')()`).catch(() => 'undefined')).toBe(
      'undefined',
    )
  })

  test('4: the page’s process is in the sandbox, and so would be any other', async () => {
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
    const asked = [
      `Notification.requestPermission()`,
      `navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', () => 'denied')`,
      `navigator.requestMIDIAccess({ sysex: true }).then(() => 'granted', () => 'denied')`,
      `new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('granted'), () => done('denied')))`,
    ]
    for (const one of asked) expect([one, await inPage(one)]).toEqual([one, 'denied'])
    for (const devices of ['serial', 'hid', 'usb'])
      expect([
        devices,
        await inPage(`navigator.${devices} === undefined || ${listOf(devices)}.then((all) => all.length === 0)`),
      ]).toEqual([devices, true])
  })

  test('6, 8, 9, 10: no safety of the engine is switched off, nothing experimental is on', async () => {
    const set = await preferences()
    expect(set).toMatchObject({ webSecurity: true, allowRunningInsecureContent: false, experimentalFeatures: false })
    expect(set['enableBlinkFeatures'] ?? '').toBe('')
    expect(shellSources.join('\n')).not.toMatch(/appendSwitch|commandLine\.append/)
  })

  test('7: the page’s policy is exactly the one that it was written with', async () => {
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
        // later: what the tests' browser library runs itself is let through
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
      webContents.getAllWebContents().map((one) => one.getType()),
    )
    expect(kinds).toEqual(['window'])
  })

  test('13: the page goes nowhere else, and comes back from nowhere', async () => {
    const away = [foreignAddress, 'app://other/', 'file:///etc/passwd', 'data:text/html,x', 'javascript:1']
    for (const to of away) await inPage(`location.assign('${to}')`).catch(() => null)
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
    await rig.page.getByRole('listitem').first().waitFor()
  })

  test('14: the page opens no window', async () => {
    for (const to of [foreignAddress, 'app://kant/', 'about:blank', 'file:///etc/passwd'])
      expect([to, await inPage(`window.open('${to}') === null`)]).toEqual([to, true])
    await inPage(
      `(() => { const a = document.createElement('a'); a.href = '${foreignAddress}/blank'; a.target = '_blank'; document.body.append(a); a.click() })()`,
    )
    expect(await rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(reached).toEqual([])
  })

  test('15: nothing is ever handed to the system to open', () => {
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

  test('18: nothing is served from files, and the app’s own scheme leads to its own files alone', async () => {
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
      ({ net }, asked) => Promise.all(asked.map(async (path) => [path, (await net.fetch(`app://kant${path}`)).status])),
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

  test('20: the page is handed two functions and plain data, nothing of Electron’s', async () => {
    expect(await inPage(`Reflect.ownKeys(window.kant)`)).toEqual(['call', 'subscribe'])
    const told = await inPage(
      `new Promise((done) => window.kant.subscribe((...all) => done(all.map((one) => Object.keys(one).toSorted()))))`,
    )
    expect(told).toEqual([['kind', 'state']])
  })

  // last: it opens windows of its own
  test.each([
    ['a page from elsewhere', (address: string) => address],
    ['an empty page', () => 'about:blank'],
  ])('17: %s reaches no handler, whatever it calls', async (_who, addressOf) => {
    const before = rig.station.callNames.length
    const names = Object.keys(calls)
    const said = await rig.shell.evaluate(
      async ({ BrowserWindow, session, app }, { address, names, preload }) => {
        const apart = session.fromPartition(`test-${Date.now()}`)
        const contents = new BrowserWindow({ show: false, webPreferences: { preload, session: apart, sandbox: true } })
          .webContents
        await contents.loadURL(address).catch(() => null)
        const call = `Promise.all(${JSON.stringify(names)}.map((name) => window.kant.call(name, {}).then(() => 'answered', ({ code }) => code)))`
        const ended = await contents.executeJavaScript(`window.kant === undefined ? [] : ${call}`).catch(() => [])
        contents.close()
        return [...new Set(ended)].concat(app.getName() === '' ? ['nameless'] : [])
      },
      { address: addressOf(foreignAddress), names, preload: join(root, 'out', 'preload', 'preload.cjs') },
    )
    expect(['', 'link_lost']).toContain(said.join())
    // one of all that were asked, with input that it takes; the app's own page asks others meanwhile
    expect(rig.station.callNames.slice(before)).not.toContain('station.restart')
  })

  test('17: a frame within the page reaches no handler, though it had the same preload', async () => {
    const asked = await rig.shell.evaluate(({ ipcMain, BrowserWindow }) => {
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
    expect(asked).toBe(0)
  })

  test('17: what the shell answers itself it answers to the page’s own top frame alone, and to what the contract says', async () => {
    const said = await rig.shell.evaluate(async ({ ipcMain, dialog }, names) => {
      let dialogs = 0
      const showOpenDialog = dialog.showOpenDialog.bind(dialog)
      dialog.showOpenDialog = () => {
        dialogs++
        return Promise.resolve({ canceled: true, filePaths: [] })
      }
      const handlers: Map<string, (event: object, input: unknown) => unknown> = Reflect.get(ipcMain, '_invokeHandlers')
      const ask = async (name: string, senderFrame: object | null, input: unknown): Promise<string> => {
        try {
          await handlers.get(name)?.({ senderFrame }, input)
          return handlers.has(name) ? 'answered' : 'no handler'
        } catch (fault) {
          return String(fault)
        }
      }
      const own = { url: 'app://kant/', parent: null }
      const foreign = [
        { ...own, parent: own },
        { ...own, url: 'http://kant/' },
        { ...own, url: 'app://kant.other/' },
        null,
      ]
      const refused = await Promise.all(
        names.flatMap((name) => [
          ...foreign.map((frame) => ask(name, frame, name === 'shell.update_agree' ? { version: '1.0.0' } : {})),
          ask(name, own, { more: 1 }),
        ]),
      )
      const shown = dialogs
      const answered = await ask('shell.choose_folder', own, {})
      dialog.showOpenDialog = showOpenDialog
      return { refused, shown, answered, dialogs }
    }, Object.keys(shellCalls))
    expect(said).toEqual({
      refused: Object.keys(shellCalls).flatMap((name) => Array.from({ length: 5 }, () => `Error: ${name}: refused`)),
      shown: 0,
      answered: 'answered',
      dialogs: 1,
    })
  })
})

const listOf = (devices: string): string => `navigator.${devices}.${devices === 'serial' ? 'getPorts' : 'getDevices'}()`
