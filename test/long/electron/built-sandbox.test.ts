// The programs that the packaged app starts when no workshop is connected, from the built files: the sandbox's service and its station.
// They run under Node in place of Electron's utility processes.
import { execFile, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { planHost, type HostPlan } from '../../../src-main/electron/host/host-plan.ts'
import { keepSandbox } from '../../../src-main/electron/sandbox/sandbox-keeper.ts'
import { startSandbox, sandboxStationFolder, type SandboxPrograms } from '../../../src-main/station/sandbox/sandbox.ts'
import { readSettings } from '../../../src-main/station/settings/settings.ts'
import { forkBuiltHost } from '../../integration/electron/host/built-host.ts'
import { untilPasses } from '../../until-passes.ts'

const root = join(import.meta.dirname, '../../..')
const built = join(root, 'out', 'main')

let dataFolder: string
beforeAll(() => buildIfStale(root), 60_000)
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-built-sandbox-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))

const programs: SandboxPrograms = {
  service: (args, logPath) => {
    // not the project's folder: the program finds its files beside itself
    const child = spawn(process.execPath, [join(built, 'service.cjs'), ...args], { cwd: tmpdir(), stdio: 'pipe' })
    child.stderr.on('data', (chunk: Buffer) => appendFileSync(logPath, chunk))
    return {
      pid: child.pid ?? 0,
      stdout: child.stdout,
      ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))),
      requestEnd: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
    }
  },
  runAdmin: async (args) =>
    (await promisify(execFile)(process.execPath, [join(built, 'workshop.cjs'), ...args])).stdout,
}

test('without a connected workshop the app starts the sandbox’s service and a station that reads its list; both end on request', async () => {
  const lines: string[] = []
  const sandbox = keepSandbox(
    (onUnexpectedEnd) => startSandbox({ programs, dataFolder, onUnexpectedEnd }),
    (line) => lines.push(line),
  )
  const plan = await planHost({ dataFolder, canOpenStores: true, sandbox })
  expect(plan).toEqual<HostPlan>({ mode: 'run', folder: sandboxStationFolder(dataFolder), connectFolder: dataFolder })

  const host = forkBuiltHost(built, [`--mode=run`, `--folder=${plan.folder}`, `--connect-folder=${plan.connectFolder}`])
  const frames: unknown[] = []
  host.on('message', (frame) => typeof frame === 'string' && frames.push(JSON.parse(frame)))
  await untilPasses(() =>
    expect(frames).toContainEqual(
      expect.objectContaining({
        kind: 'push',
        name: 'status',
        data: expect.objectContaining({ workshop: expect.objectContaining({ shopSlug: 'fjordbeslag' }) }),
      }),
    ),
  )
  const exit = new Promise((resolve) => host.once('exit', resolve))
  host.send('stop')
  expect(await exit).toBe(0)
  const { baseUrl = '' } = readSettings(plan.folder) ?? {}
  expect((await fetch(new URL('/api/v1/me', baseUrl))).status).toBe(401)
  await sandbox.down()
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed')
  expect(lines).toEqual([])
})

test('a sandbox whose key is lost gets a new one from the built workshop program', async () => {
  const first = await startSandbox({ programs, dataFolder, onUnexpectedEnd: () => {} })
  await first.stop()
  rmSync(sandboxStationFolder(dataFolder), { recursive: true })
  const second = await startSandbox({ programs, dataFolder, onUnexpectedEnd: () => {} })
  expect(second.keys).toBeNull()
  expect(readSettings(sandboxStationFolder(dataFolder))?.baseUrl).toBe(second.baseUrl)
  await second.stop()
})
