// Stores the workshop's key: in the system's key store if that works, otherwise in a file that only its user can read. Accesses that
// store and that file. A key never goes into the environment, a command line or a log.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { readJson } from '../../platform/read-json.ts'
import { restrictToUser } from '../../platform/restrict-to-user.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { createSystemKeyStore, type SystemKeyStore } from './system-key-store.ts'

export interface KeySafe {
  /** `file`: no system store works, and the technician gets a warning. */
  kind: 'system' | 'file'
  /** `id`: the service's address, or a workshop. Null: no key is stored. */
  get: (id: string) => Promise<string | null>
  set: (id: string, key: string) => Promise<void>
  remove: (id: string) => Promise<void>
}

export interface KeySafeOptions {
  /** The data folder; two folders never share a key. */
  folder: string
  /** Null: this computer has none. */
  system: SystemKeyStore | null
  random: (bytes: number) => Uint8Array
}

/** The key safe of a station's folder. `system`: null where this computer has no key store; default: the system's own. */
export const openFolderKeys = (folder: string, clock: Clock, system?: SystemKeyStore | null): Promise<KeySafe> =>
  openKeySafe({ folder, system: system === undefined ? createSystemKeyStore(clock) : system, random: randomBytes })

/** Tests the system store by writing, reading and removing a random value. A store that does not work is not an error. */
export async function openKeySafe({ folder, system, random }: KeySafeOptions): Promise<KeySafe> {
  const file = keyFile(folder)
  if (system === null || !(await works(system, random))) return { kind: 'file', ...file }
  const owner = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const account = (id: string): string => `${id} ${owner}`
  const set = async (id: string, key: string): Promise<void> => {
    await system.write(account(id), key)
    await file.remove(id)
  }
  return {
    kind: 'system',
    get: async (id) => {
      const stored = await system.read(account(id))
      if (stored !== null) return stored
      // stored in the file while no system store worked: moves into the store
      const before = await file.get(id)
      if (before !== null) await set(id, before)
      return before
    },
    set,
    remove: async (id) => {
      await system.remove(account(id))
      await file.remove(id)
    },
  }
}

async function works(system: SystemKeyStore, random: (bytes: number) => Uint8Array): Promise<boolean> {
  const account = `probe ${Buffer.from(random(8)).toString('hex')}`
  const value = Buffer.from(random(16)).toString('hex')
  try {
    await system.write(account, value)
    const read = await system.read(account)
    await system.remove(account)
    return read === value && (await system.read(account)) === null
  } catch {
    return false
  }
}

const keyFileShape = z.record(z.string(), z.string())

function keyFile(folder: string): Omit<KeySafe, 'kind'> {
  const path = join(folder, 'keys.json')
  const read = (): Record<string, string> => {
    if (!existsSync(path)) return {}
    restrictToUser(path)
    // without the cause, whose message may quote a key
    const content = readJson(path, () => new Error(`${path} cannot be read as a file of keys`))
    const parsed = keyFileShape.safeParse(content)
    if (!parsed.success) throw new Error(`${path} is not a file of keys`)
    return parsed.data
  }
  const write = (keys: Record<string, string>): void => {
    if (Object.keys(keys).length === 0) rmSync(path, { force: true })
    else writeFileWhole(path, `${JSON.stringify(keys, null, 2)}\n`, 0o600)
  }
  return {
    get: async (id) => new Map(Object.entries(read())).get(id) ?? null,
    set: async (id, key) => write({ ...read(), [id]: key }),
    remove: async (id) => {
      const keys = read()
      if (Object.hasOwn(keys, id)) write(Object.fromEntries(Object.entries(keys).filter(([other]) => other !== id)))
    },
  }
}

/** The error has the file's path and never its content, because it may be logged. */
