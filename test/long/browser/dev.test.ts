// `npm run dev`: a page with Vite's hot reload beside a station that restarts, and one Ctrl-C that ends both.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { root } from '../../end-to-end/electron/electron-runtime.ts'
import { untilPasses } from '../../until-passes.ts'

let dataFolder: string
let child: ChildProcess | null = null
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-dev-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
})

const launch = z.object({ token: z.string() })

test('serves the page from its sources, restarts the station when a source changes, and ends with Ctrl-C', async () => {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const started = spawn(process.execPath, [join(root, 'src-main/cli/dev.ts'), '--data', dataFolder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const exit = new Promise<number | null>((resolve) => started.once('close', resolve))
  const lines: string[] = []
  createInterface({ input: started.stdout }).on('line', (line) => lines.push(line))
  const address = await untilPasses(() => {
    const match = /http:\/\/127\.0\.0\.1:\d+\/#launch=\w+/.exec(lines.join('\n'))?.[0]
    if (match === undefined) throw new Error(lines.join('\n'))
    return new URL(match)
  })

  const page = await (await fetch(address.origin, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('/@vite/client')
  expect(page).toContain(`connect-src 'self' ws://${address.host}`)
  expect(readFileSync(join(root, 'src-renderer/index.html'), 'utf8')).not.toContain('unsafe-inline')
  // a module of the page, not the station's path with that name
  expect(await (await fetch(`${address.origin}/station/launch.ts`)).text()).toContain('readToken')
  const response = await fetch(`${address.origin}/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: address.hash.slice('#launch='.length) }),
  })
  const { token } = launch.parse(await response.json())

  const attachFile = (): string => readFileSync(join(dataFolder, 'sandbox/station/attach.json'), 'utf8')
  const before = attachFile()
  rmSync(join(dataFolder, 'sandbox/station/attach.json'))
  // an older modification time counts as a change, and does not make the build of other tests stale
  const source = join(root, 'src-main/station/open/handlers.ts')
  const { atime, mtime } = statSync(source)
  utimesSync(source, atime, new Date(mtime.getTime() - 1_000))
  // the new station has the same address and the same token, so that an open page connects again
  await untilPasses(() => expect(attachFile()).toBe(before))
  expect(before).toContain(token)
  expect(lines.join('\n')).toContain('it restarts')
  utimesSync(source, atime, mtime)

  started.kill('SIGINT')
  expect(await exit).toBe(0)
  expect(lines.at(-1)).toBe('Everything has stopped.')
  await expect(fetch(address.origin)).rejects.toThrow('fetch failed')
})
