import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openKeySafe, type KeySafe } from '../../../src-main/station/key-safe.ts'
import { createSystemKeyStore, storeWithinMs, type SystemKeyStore } from '../../../src-main/station/system-key-store.ts'
import { heldClock } from '../browser/held-clock.ts'

const id = 'http://127.0.0.1:4000/api/v1'
const key = 'svc_test_0123456789'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-keys-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const openWith = (system: SystemKeyStore | null): Promise<KeySafe> =>
  openKeySafe({ folder, system, random: randomBytes })

function storeInMemory(): SystemKeyStore & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    write: async (account, secret) => void kept.set(account, secret),
    read: async (account) => kept.get(account) ?? null,
    remove: async (account) => void kept.delete(account),
  }
}

test('without a system store a key is kept in a file that only its user can read', async () => {
  const safe = await openWith(null)
  expect(safe.kind).toBe('file')
  expect(await safe.get(id)).toBeNull()
  await safe.set(id, key)
  await safe.set('other', 'svc_test_other')
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(await (await openWith(null)).get(id)).toBe(key)
  await safe.remove(id)
  expect([await safe.get(id), await safe.get('other')]).toEqual([null, 'svc_test_other'])
  await safe.remove('other')
  expect(readdirSync(folder)).toEqual([])
})

test('a key file that others may read is closed to them before it is used', async () => {
  const safe = await openWith(null)
  await safe.set(id, key)
  chmodSync(join(folder, 'keys.json'), 0o644)
  await safe.get(id)
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('a broken key file is said by its name, never by what is in it, and is left as it is', async () => {
  writeFileSync(join(folder, 'keys.json'), `{"${id}": "${key}"`)
  const safe = await openWith(null)
  const fault = await safe.get(id).catch((error: unknown) => String(error))
  expect(fault).toContain('keys.json')
  expect(fault).not.toContain(key)
  await expect(safe.set(id, 'another')).rejects.toThrow('keys.json')
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toContain(key)
})

test('a system store that gives back what it took is used, and nothing of the proof stays in it', async () => {
  const system = storeInMemory()
  const safe = await openWith(system)
  expect([safe.kind, system.kept.size]).toEqual(['system', 0])
  await safe.set(id, key)
  expect(await safe.get(id)).toBe(key)
  expect([...system.kept.values()]).toEqual([key])
  expect(readdirSync(folder)).toEqual([])
  await safe.remove(id)
  expect(await safe.get(id)).toBeNull()
})

test('two data folders on one computer do not share a key', async () => {
  const system = storeInMemory()
  await (await openWith(system)).set(id, key)
  const elsewhere = { folder: join(folder, 'other'), system, random: randomBytes }
  expect(await (await openKeySafe(elsewhere)).get(id)).toBeNull()
})

test('a key kept in the file moves into the system store once there is one', async () => {
  await (await openWith(null)).set(id, key)
  const system = storeInMemory()
  const safe = await openWith(system)
  expect(await safe.get(id)).toBe(key)
  expect([...system.kept.values()]).toEqual([key])
  expect(readdirSync(folder)).toEqual([])
})

test('a system store that forgets, alters or refuses what it is given is not used', async () => {
  const sound = storeInMemory()
  const unsound: SystemKeyStore[] = [
    { ...sound, read: async () => null },
    { ...sound, read: async () => 'something else' },
    { ...sound, remove: async () => {} },
    { ...sound, write: () => Promise.reject(new Error('locked')) },
  ]
  for (const system of unsound) expect((await openWith(system)).kind).toBe('file')
})

test('without a bus to reach the real key store by, the file is used', async () => {
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${join(folder, 'nobody')}`)
  expect((await openWith(createSystemKeyStore(systemClock))).kind).toBe('file')
})

test('a real key store whose bus takes the call and never answers is ended when its time is over', async () => {
  const bus = join(folder, 'bus')
  const clock = heldClock()
  const server = createServer(() => clock.advance(storeWithinMs))
  await new Promise<void>((resolve) => server.listen(bus, resolve))
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${bus}`)
  const safe = await openKeySafe({ folder, system: createSystemKeyStore(clock), random: randomBytes })
  expect(safe.kind).toBe('file')
  server.close()
})
