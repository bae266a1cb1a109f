import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { startApp, type StartedApp } from '../../end-to-end/browser/started-app.ts'
import { electronForTests, openDisplay, root, type Display } from '../../end-to-end/electron/electron-runtime.ts'

const program = electronForTests()

describe.skipIf(program === null)('npm start with a display and an Electron', () => {
  let display: Display
  let scratch: string
  let app: StartedApp | undefined
  beforeAll(async () => {
    await buildIfStale(root)
    display = await openDisplay()
    scratch = mkdtempSync(join(tmpdir(), 'kant-start-'))
  })
  afterAll(async () => {
    await app?.end()
    display.close()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  })

  test('opens the list of the sandbox workshop in the desktop shell; closing its window ends every program', async () => {
    // the real Electron with a debugging port, through which the test reads its window; without a graphics card its GPU process fails to
    // start, and a window that waits for it stays empty
    const programs = join(scratch, 'programs')
    mkdirSync(programs)
    writeFileSync(
      join(programs, 'electron'),
      `#!/bin/sh\nexec ${program} --disable-gpu --remote-debugging-port=0 "$@"\n`,
    )
    chmodSync(join(programs, 'electron'), 0o755)
    const dataFolder = join(scratch, 'data')
    app = startApp(dataFolder, { DISPLAY: display.name, ELECTRON_OVERRIDE_DIST_PATH: programs })
    await app.line('the sandbox workshop fjordbeslag answers')
    const portFile = join(dataFolder, 'sandbox', 'station', 'window', 'DevToolsActivePort')
    await expect.poll(() => existsSync(portFile) && readFileSync(portFile, 'utf8') !== '').toBe(true)
    const port = readFileSync(portFile, 'utf8').split('\n')[0]
    const inPage = async (expression: string): Promise<unknown> => {
      const targets = target.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json())
      return evaluate(targets[0]?.webSocketDebuggerUrl ?? '', expression)
    }
    await expect.poll(() => inPage('document.querySelectorAll("[role=listitem]").length')).toBeGreaterThan(5)
    expect(await inPage('location.origin')).toBe('app://kant')
    await inPage('window.close()')
    expect(await app.exit).toBe(0)
    expect(app.lines.at(-1)).toBe('Everything has stopped.')
  })
})

const target = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const evaluated = z.object({ result: z.object({ result: z.object({ value: z.unknown() }) }) })

/** Evaluates in the page itself, because Electron's debugging port lacks the browser contexts that the test library needs. */
function evaluate(address: string, expression: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const params = { expression, returnByValue: true }
    socket.on('error', reject)
    socket.on('open', () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })))
    socket.on('close', () => resolve(null))
    socket.on('message', (data) => {
      const answer = evaluated.safeParse(JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : ''))
      if (answer.success) resolve(answer.data.result.result.value)
      socket.close()
    })
  })
}
