// The PINs of a station: which grants have a PIN, and whether an entered PIN is correct. Stores only scrypt hashes, in a file that only
// its user can read; never stores or logs a PIN. Reads and writes that file.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { lockedGrants, type LockedGrant } from '../../../shared/station-api/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import { readJson } from '../../platform/read-json.ts'
import { restrictToUser } from '../../platform/restrict-to-user.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

// the values that OWASP recommends for scrypt: a guess costs 64 MiB and a tenth of a second
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const hashBytes = 32

const hashed = z.strictObject({ salt: z.string(), hash: z.string() })
type Hashed = z.infer<typeof hashed>
const pinsFile = z.strictObject({
  plan: hashed.optional(),
  oversee: hashed.optional(),
  maintain: hashed.optional(),
  /** The wrong PINs since the last correct one; stored, so that a restart does not reset them. */
  wrong: z.int().min(0).default(0),
  /** The time of the last wrong PIN, ms since 1970. */
  wrongAt: z.number().default(0),
})
type PinsFile = z.infer<typeof pinsFile>

export interface Pins {
  /** The grants that have a PIN. Reads the file each time, because the command line may have removed one. */
  grantsWithPin: () => readonly LockedGrant[]
  /** Null removes the PIN. `used`: another grant has this PIN. */
  change: (grant: LockedGrant, pin: string | null) => Promise<'changed' | 'used'>
  /** The grant with this PIN; null: no grant has it. */
  grantOfPin: (pin: string) => Promise<LockedGrant | null>
  wrongTries: () => { count: number; lastMs: number }
  /** Must be stored before the response that a PIN was wrong. */
  setWrong: (count: number, wrongAt: number) => void
}

/** The functions throw if the file is invalid, so that damaging it does not open a grant. */
export function openPins(folder: string): Pins {
  const path = join(folder, 'pins.json')
  const read = (): PinsFile => {
    if (!existsSync(path)) return { wrong: 0, wrongAt: 0 }
    restrictToUser(path)
    const content = readJson(
      path,
      (cause) => new Error(`${path} cannot be read as a file of PINs: ${messageOf(cause)}`, { cause }),
    )
    const parsed = pinsFile.safeParse(content)
    if (!parsed.success) throw new Error(`${path} is not a file of PINs`)
    return parsed.data
  }
  const write = (next: PinsFile): void => writeFileWhole(path, `${JSON.stringify(next, null, 2)}\n`, 0o600)
  const grantOfPin = async (pin: string): Promise<LockedGrant | null> => {
    const now = read()
    // all are checked, so that the duration does not reveal which one is correct
    const matches = await Promise.all(lockedGrants.map((grant) => isPin(now[grant], pin)))
    return lockedGrants.findLast((_, index) => matches[index]) ?? null
  }
  return {
    grantsWithPin: () => {
      const now = read()
      return lockedGrants.filter((grant) => now[grant] !== undefined)
    },
    change: async (grant, pin) => {
      if (pin === null) {
        const { [grant]: _removed, ...others } = read()
        write(others)
        return 'changed'
      }
      const owner = await grantOfPin(pin)
      if (owner !== null && owner !== grant) return 'used'
      const salt = randomBytes(16)
      const hash = await hashOf(pin, salt)
      write({ ...read(), [grant]: { salt: salt.toString('base64'), hash: hash.toString('base64') } })
      return 'changed'
    },
    grantOfPin,
    wrongTries: () => {
      const { wrong, wrongAt } = read()
      return { count: wrong, lastMs: wrongAt }
    },
    setWrong: (count, wrongAt) => {
      const now = read()
      if (now.wrong !== count || now.wrongAt !== wrongAt) write({ ...now, wrong: count, wrongAt })
    },
  }
}

async function isPin(one: Hashed | undefined, pin: string): Promise<boolean> {
  if (one === undefined) return false
  const expected = Buffer.from(one.hash, 'base64')
  const actual = await hashOf(pin, Buffer.from(one.salt, 'base64'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const hashOf = (pin: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, hashBytes, cost, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
