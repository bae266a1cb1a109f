import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openKeySafe, type KeySafe } from '../../../src-main/station/keys/key-safe.ts'
import {
  createSystemKeyStore,
  storeWithinMs,
  type SystemKeyStore,
} from '../../../src-main/station/keys/system-key-store.ts'
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

function storeInMemory(): SystemKeyStore & { secrets: Map<string, string> } {
  const secrets = new Map<string, string>()
  return {
    secrets,
    write: async (account, secret) => void secrets.set(account, secret),
    read: async (account) => secrets.get(account) ?? null,
    remove: async (account) => void secrets.delete(account),
  }
}

test('without a system key store a key is stored in a file that only its user can read', async () => {
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

test('a key file that others can read is made private before it is used', async () => {
  const safe = await openWith(null)
  await safe.set(id, key)
  chmodSync(join(folder, 'keys.json'), 0o644)
  await safe.get(id)
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('the error for an invalid key file has its name, never its content, and the file is unchanged', async () => {
  writeFileSync(join(folder, 'keys.json'), `{"${id}": "${key}"`)
  const safe = await openWith(null)
  const message = await safe.get(id).catch((error: unknown) => String(error))
  expect(message).toContain('keys.json')
  expect(message).not.toContain(key)
  await expect(safe.set(id, 'another')).rejects.toThrow('keys.json')
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toContain(key)
})

test('a system key store that works is used, and the test value is removed from it', async () => {
  const system = storeInMemory()
  const safe = await openWith(system)
  expect([safe.kind, system.secrets.size]).toEqual(['system', 0])
  await safe.set(id, key)
  expect(await safe.get(id)).toBe(key)
  expect([...system.secrets.values()]).toEqual([key])
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

test('a key in the file is moved into the system key store once there is one', async () => {
  await (await openWith(null)).set(id, key)
  const system = storeInMemory()
  const safe = await openWith(system)
  expect(await safe.get(id)).toBe(key)
  expect([...system.secrets.values()]).toEqual([key])
  expect(readdirSync(folder)).toEqual([])
})

test('a system key store that loses, changes or refuses a value is not used', async () => {
  const working = storeInMemory()
  const failing: SystemKeyStore[] = [
    { ...working, read: async () => null },
    { ...working, read: async () => 'something else' },
    { ...working, remove: async () => {} },
    { ...working, write: () => Promise.reject(new Error('locked')) },
  ]
  for (const system of failing) expect((await openWith(system)).kind).toBe('file')
})

test('without a D-Bus session for the real key store, the file is used', async () => {
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${join(folder, 'nobody')}`)
  expect((await openWith(createSystemKeyStore(systemClock))).kind).toBe('file')
})

test('a real key store whose bus does not respond is abandoned after its time limit', async () => {
  const bus = join(folder, 'bus')
  const clock = heldClock()
  const server = createServer(() => clock.advance(storeWithinMs))
  await new Promise<void>((resolve) => server.listen(bus, resolve))
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${bus}`)
  const safe = await openKeySafe({ folder, system: createSystemKeyStore(clock), random: randomBytes })
  expect(safe.kind).toBe('file')
  server.close()
})
