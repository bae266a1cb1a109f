// Backup and restore of a data folder with the workshop's command line, and the refusal of a folder whose database was lost.
import Database from 'better-sqlite3'
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { runAdministration } from '../../../../src-service/admin/index.ts'
import { backUp } from '../../../../src-service/backup/back-up.ts'
import { startService } from '../../../../src-service/service.ts'
import { orderOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const administer = (folder: string, ...words: string[]) => runAdministration(['--data', folder, ...words])
const startOn = async (dataFolder: string) => {
  const service = await startService({ dataFolder, port: 0, limitFactor: 100 })
  onTestFinished(service.close)
  return service
}

/** The first bytes of a JPEG, then bytes that tell the files apart. */
const photo = (no: number): Buffer => Buffer.from([0xff, 0xd8, 0xff, 0xe0, no & 0xff, no >> 8])
async function attach(service: RunningService, number: string, no: number): Promise<string> {
  const form = new FormData()
  form.set('fil', new Blob([photo(no)]), 'foto.jpg')
  form.set('type', 'foto')
  const answer = await service.call('POST', `/orders/${number}/attachments`, { body: form })
  return z.object({ id: z.string() }).parse(answer.json).id
}
async function newOrder(service: RunningService): Promise<string> {
  return orderOf(await submit(service, { note: 'Tre meter vannbord' })).numberDisplay
}

test('a backup of a running service is restored into an empty folder, with orders, files and keys', async () => {
  const service = await runningService()
  const number = await newOrder(service)
  const id = await attach(service, number, 1)
  const file = join(freshFolder(), 'verksted.backup')
  expect(await administer(service.dataFolder, 'backup', file)).toEqual({
    exitCode: 0,
    stdout: `${file} holds 21 orders and 1 attached files\n`,
    stderr: '',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const later = await newOrder(service)

  const target = join(freshFolder(), 'restored')
  expect((await administer(target, 'restore', file)).stdout).toContain('holds 21 orders and 1 attached files')
  expect(readdirSync(target).toSorted()).toEqual(['attachments', 'service.lock', 'workshop.db'])
  expect(readFileSync(join(target, 'attachments', id))).toEqual(photo(1))
  const restored = await startOn(target)
  expect(restored.keys).toBeNull()
  const read = (path: string) =>
    fetch(restored.baseUrl + path, { headers: { authorization: `Bearer ${service.sandboxKey}` } })
  expect(await (await read(`/orders/${number}`)).json()).toEqual((await service.get(`/orders/${number}`)).json)
  expect((await read(`/orders/${later}`)).status).toBe(404)
  const { url } = z.object({ url: z.string() }).parse(await (await read(`/orders/${number}/attachments/${id}`)).json())
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(photo(1))
})

test(
  'a backup during load holds every order and file that was answered before it, and each order with its files',
  { tags: 'long' },
  async () => {
    const service = await runningService({ limitFactor: 10_000 })
    const answered: { number: string; id: string }[] = []
    let [isEnding, next] = [false, 0]
    const load = async (): Promise<void> => {
      while (!isEnding) {
        const number = await newOrder(service)
        answered.push({ number, id: await attach(service, number, (next += 1)) })
      }
    }
    const loads = Array.from({ length: 4 }, load)
    while (answered.length < 20) await new Promise((resolve) => setImmediate(resolve))
    const before = [...answered]
    const file = join(freshFolder(), 'verksted.backup')
    // A process of its own: the service answers meanwhile.
    await promisify(execFile)(process.execPath, [
      'src-service/workshop.ts',
      '--data',
      service.dataFolder,
      'backup',
      file,
    ])
    const answeredMeanwhile = answered.length - before.length
    isEnding = true
    await Promise.all(loads)
    expect(answeredMeanwhile).toBeGreaterThan(0)

    const target = join(freshFolder(), 'restored')
    expect((await administer(target, 'restore', file)).exitCode).toBe(0)
    const db = new Database(join(target, 'workshop.db'), { readonly: true })
    onTestFinished(() => void db.close())
    const numbers = db.prepare<[], string>('SELECT number_display FROM work_order').pluck().all()
    const ids = db.prepare<[], string>('SELECT id FROM attachment').pluck().all()
    expect(before.filter(({ number }) => !numbers.includes(number))).toEqual([])
    expect(before.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(readdirSync(join(target, 'attachments')).toSorted()).toEqual(ids.toSorted())
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
  },
)

test('two backups to the same file at the same time leave one whole backup and nothing else', async () => {
  const service = await runningService()
  await attach(service, await newOrder(service), 1)
  const folder = freshFolder()
  const file = join(folder, 'verksted.backup')
  await Promise.all([backUp(service.dataFolder, file), backUp(service.dataFolder, file)])
  expect(readdirSync(folder)).toEqual(['verksted.backup'])
  expect((await administer(join(freshFolder(), 'restored'), 'restore', file)).exitCode).toBe(0)
})

test('an order that is deleted while the files are copied is in no part of the backup', async () => {
  const service = await runningService()
  const [remaining, deleted] = [await newOrder(service), await newOrder(service)]
  const keptId = await attach(service, remaining, 1)
  const deletedId = await attach(service, deleted, 2)
  const file = join(freshFolder(), 'verksted.backup')
  let snapshots = 0
  const backup = await backUp(service.dataFolder, file, () => {
    snapshots += 1
    if (snapshots > 1) return
    const db = new Database(join(service.dataFolder, 'workshop.db'))
    db.pragma('foreign_keys = ON')
    db.prepare('DELETE FROM work_order WHERE number_display = ?').run(deleted)
    db.close()
    rmSync(join(service.dataFolder, 'attachments', deletedId))
  })
  expect([snapshots, backup]).toEqual([2, { orders: 21, attachments: 1, lostAttachments: [] }])
  const target = join(freshFolder(), 'restored')
  expect((await administer(target, 'restore', file)).exitCode).toBe(0)
  expect(readdirSync(join(target, 'attachments'))).toEqual([keptId])
})

test('a file that the folder has lost is named, and the rest is in the backup', async () => {
  const service = await runningService()
  const number = await newOrder(service)
  const [lostId, keptId] = [await attach(service, number, 1), await attach(service, number, 2)]
  rmSync(join(service.dataFolder, 'attachments', lostId))
  const file = join(freshFolder(), 'verksted.backup')
  const { stdout } = await administer(service.dataFolder, 'backup', file)
  expect(stdout).toContain(`the file of attachment ${lostId} is missing`)
  const target = join(freshFolder(), 'restored')
  expect((await administer(target, 'restore', file)).exitCode).toBe(0)
  expect(readdirSync(join(target, 'attachments'))).toEqual([keptId])
})

test('refuses a backup that would overwrite a file, and a restore that would replace something or is not from a backup', async () => {
  const service = await runningService()
  const folder = freshFolder()
  const file = join(folder, 'verksted.backup')
  expect((await administer(service.dataFolder, 'backup', file)).exitCode).toBe(0)
  const bytes = readFileSync(file)
  expect((await administer(service.dataFolder, 'backup', file)).stderr).toContain('exists already')
  expect((await administer(service.dataFolder, 'backup', join(folder, 'no', 'folder'))).stderr).toContain(
    'does not exist',
  )
  expect((await administer(join(folder, 'nothing'), 'backup', join(folder, 'b'))).stderr).toContain('no workshop')
  expect((await administer(service.dataFolder, 'restore', file)).stderr).toContain('holds a workshop')

  const damaged = join(folder, 'damaged')
  const changed = Buffer.from(bytes)
  changed.fill(0xa5, 8_192, 40_960)
  writeFileSync(damaged, changed)
  writeFileSync(join(folder, 'text'), 'no database')
  copyFileSync(join(service.dataFolder, 'service.lock'), join(folder, 'empty'))
  for (const [name, reason] of [
    ['damaged', 'backup'],
    ['text', 'not a backup'],
    ['empty', 'not a backup'],
    ['missing', 'does not exist'],
  ] as const) {
    const target = join(folder, `restored-${name}`)
    const { exitCode, stderr } = await administer(target, 'restore', join(folder, name))
    expect([name, exitCode, stderr]).toEqual([name, 1, expect.stringContaining(reason)])
    const left = existsSync(target) ? readdirSync(target) : []
    expect(left.filter((entry) => entry !== 'service.lock')).toEqual([])
  }
  expect(readFileSync(file)).toEqual(bytes)
})

test('a copy of a running folder without its log is refused and not seeded; so is a folder that has lost its database', async () => {
  const service = await runningService()
  const number = await newOrder(service)
  await attach(service, number, 1)
  const copy = join(freshFolder(), 'copy')
  mkdirSync(copy)
  cpSync(join(service.dataFolder, 'attachments'), join(copy, 'attachments'), { recursive: true })
  const refused = async (): Promise<void> => {
    const names = (): string[] =>
      readdirSync(copy)
        .toSorted()
        .filter((name) => name !== 'service.lock')
    const before = names()
    await expect(startService({ dataFolder: copy, port: 0 })).rejects.toThrow(/attachments but no workshop/)
    expect((await administer(copy, 'order', 'list')).stderr).toMatch(/attachments but no workshop|no workshop: start/)
    expect(names()).toEqual(before)
  }
  await refused()
  // what is left of a database whose contents are still in its log
  const db = new Database(join(copy, 'workshop.db'))
  db.pragma('journal_mode = WAL')
  db.close()
  expect(statSync(join(copy, 'workshop.db')).size).toBe(4_096)
  await refused()
})
