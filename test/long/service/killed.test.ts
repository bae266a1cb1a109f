// The service is killed at each step of making a sandbox: no answered call is lost, nothing is half made, and a new link can be requested.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { openStore } from '../../../src-service/store/store.ts'
import {
  requestLink,
  keyOn,
  messageFor,
  waitForMessages,
  linkIn,
  open,
  press,
} from '../../integration/service/sandbox-accounts/sandbox-requests.ts'
import { untilPasses } from '../../until-passes.ts'

const ready = z.looseObject({ baseUrl: z.url() })
const waitOptions = { timeout: 60_000, interval: 20 }

interface Program {
  baseUrl: string
  /** Kills the process and its tracer with SIGKILL. */
  kill: () => Promise<void>
}

async function start(folder: string, strace: readonly string[] = []): Promise<Program> {
  const command = [...strace, process.execPath, 'src-service/main.ts', '--port', '0', '--data', folder]
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  onTestFinished(() => {
    end(child)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve()
    })
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', () => {
      reject(new Error('the service ended before it was ready'))
    })
  })
  return {
    baseUrl: ready.parse(JSON.parse(line)).baseUrl,
    kill: () => {
      end(child)
      return exited
    },
  }
}

/** Kills the process group, which includes the tracer. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kant-service-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The link with the origin of the service that runs now. */
const linkAt = (baseUrl: string, link: string) => new URL(new URL(link).pathname, baseUrl).href
const everyone = (folder: string) => {
  const admin = openAdmin({ dataFolder: folder })
  try {
    return admin.sandboxes.list()
  } finally {
    admin.close()
  }
}

test(
  'the message of an answered request is sent once, even if the service is killed right after',
  async () => {
    const folder = freshFolder()
    const first = await start(folder)
    for (const name of ['ola', 'kari', 'per'])
      expect((await requestLink(first.baseUrl, `${name}@blikk.no`)).status).toBe(200)
    await first.kill()
    const second = await start(folder)
    const sent = await waitForMessages(folder, 3)
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['kari@blikk.no', 'ola@blikk.no', 'per@blikk.no'])
    await messageFor(folder, () => requestLink(second.baseUrl, 'siri@blikk.no'))
  },
  waitOptions.timeout * 3,
)

test.each([
  ['before the file of a message is renamed', /^rename/.source, null],
  ['after the file of a message is renamed, before the folder is synced', /^fsync$/.source, 'mail'],
])(
  'killed %s, there is one complete message after the next start',
  async (_when, calls, subfolder) => {
    const folder = freshFolder()
    await (await start(folder)).kill()
    const straceOptions = subfolder === null ? [] : ['-P', join(folder, subfolder)]
    const traced = ['-e', `trace=/${calls}`, '-e', `inject=/${calls}:signal=KILL`]
    const first = await start(folder, ['strace', '-f', '-qq', '-o', '/dev/null', ...straceOptions, ...traced])
    await requestLink(first.baseUrl, 'ola@blikk.no').catch(() => null)
    await untilPasses(() => expect(fetch(first.baseUrl)).rejects.toThrow('fetch failed'))
    await first.kill()
    const second = await start(folder)
    const [link = ''] = (await waitForMessages(folder, 1)).map(linkIn)
    expect(keyOn(await press(linkAt(second.baseUrl, link)))).not.toBeNull()
    // the service writes a message again if it was killed before it could record the message as sent
    await expect.poll(() => readdirSync(join(folder, 'mail')).filter((name) => !name.endsWith('.eml'))).toEqual([])
  },
  waitOptions.timeout * 3,
)

test(
  'a sandbox whose key was not shown is complete, its link is used, and a new request makes another',
  async () => {
    const folder = freshFolder()
    const first = await start(folder)
    const link = linkIn(await messageFor(folder, () => requestLink(first.baseUrl, 'ola@blikk.no')))
    const { hostname, port, pathname } = new URL(link)
    const socket = createConnection(Number(port), hostname)
    socket.on('error', () => {})
    socket.pause()
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`)
    await untilPasses(() => {
      expect(everyone(folder)).toHaveLength(1)
    })
    await first.kill()
    socket.destroy()

    const second = await start(folder)
    expect((await press(linkAt(second.baseUrl, link))).status).toBe(410)
    const secondLink = linkIn(await messageFor(folder, () => requestLink(second.baseUrl, 'ola@blikk.no')))
    const key = keyOn(await press(secondLink))
    const me = await fetch(`${second.baseUrl}/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(me.status).toBe(200)
    expect(everyone(folder)).toHaveLength(1)
  },
  waitOptions.timeout * 3,
)

test(
  'killed at any moment of its creation, a sandbox is complete with a used link, or missing with an open link',
  async () => {
    const folder = freshFolder()
    let { baseUrl, kill } = await start(folder)
    let link = linkIn(await messageFor(folder, () => requestLink(baseUrl, 'ola@blikk.no')))
    for (let round = 0; round < 3; round += 1) {
      const keyPage = press(linkAt(baseUrl, link)).catch(() => null)
      await Promise.race([keyPage, after(20 + round * 40)])
      await kill()
      ;({ baseUrl, kill } = await start(folder))
      const store = openStore(folder)
      const counts = store.db
        .prepare(
          `SELECT (SELECT count(*) FROM work_order o WHERE o.workshop_id = w.id AND seeded = 1) AS orders,
          (SELECT count(*) FROM invoice i WHERE i.workshop_id = w.id) AS invoices,
          (SELECT count(*) FROM api_key k WHERE k.workshop_id = w.id) AS keys FROM workshop w JOIN sandbox s ON s.workshop_id = w.id`,
        )
        .all()
      expect(store.db.pragma('foreign_key_check')).toEqual([])
      expect(store.db.prepare('SELECT count(*) FROM workshop').pluck().get()).toBe(counts.length + 1)
      store.close()
      const { status } = await open(linkAt(baseUrl, link))
      const completeSandbox = { orders: 20, invoices: 3, keys: 1 }
      expect([counts, status]).toEqual(counts.length === 0 ? [[], 200] : [[completeSandbox], 410])
      if (status === 410) {
        removeAllSandboxes(folder)
        link = linkIn(await messageFor(folder, () => requestLink(baseUrl, `nr${round}@blikk.no`)))
      }
    }
  },
  waitOptions.timeout * 4,
)

function removeAllSandboxes(folder: string): void {
  const admin = openAdmin({ dataFolder: folder })
  for (const { email } of admin.sandboxes.list()) admin.sandboxes.remove(email)
  admin.close()
}
