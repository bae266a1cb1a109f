// The PINs of a station: which grants have one, and whether what was typed is one of them. Only their scrypt hashes are kept, in a
// file that only its user can read; a PIN itself is never kept, logged or told. May touch that file.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { lockedGrants, type LockedGrant } from '../../../shared/station-api/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

// OWASP's figures for scrypt: a guess costs 64 MiB and a tenth of a second
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const hashBytes = 32

const hashed = z.strictObject({ salt: z.string(), hash: z.string() })
type Hashed = z.infer<typeof hashed>
const kept = z.strictObject({
  plan: hashed.optional(),
  oversee: hashed.optional(),
  maintain: hashed.optional(),
  /** Since the last right one: a new start of the program wipes none of them out. */
  wrong: z.int().min(0).default(0),
  /** When the last of them was, ms since 1970. */
  wrongAt: z.number().default(0),
})
type Kept = z.infer<typeof kept>

export interface Pins {
  /** Which grants have one. Read anew each time: the command line may have taken one away. */
  set: () => readonly LockedGrant[]
  /** Null takes it away. `used`: it is another grant's already. */
  change: (grant: LockedGrant, pin: string | null) => Promise<'changed' | 'used'>
  /** The grant whose PIN this is; null: none's. */
  find: (pin: string) => Promise<LockedGrant | null>
  wrong: () => { count: number; at: number }
  /** Kept before it is answered that a PIN was wrong. */
  setWrong: (count: number, at: number) => void
}

/** Its functions throw for a file that cannot be read as PINs: nobody is let in by damaging it. */
export function openPins(folder: string): Pins {
  const path = join(folder, 'pins.json')
  const read = (): Kept => {
    if (!existsSync(path)) return { wrong: 0, wrongAt: 0 }
    // a copy put back from a backup may have come with wider rights
    chmodSync(path, 0o600)
    const parsed = kept.safeParse(parseJson(path))
    if (!parsed.success) throw new Error(`${path} is not a file of PINs`)
    return parsed.data
  }
  const write = (next: Kept): void => writeFileWhole(path, `${JSON.stringify(next, null, 2)}\n`, 0o600)
  const find = async (pin: string): Promise<LockedGrant | null> => {
    const now = read()
    // every one is looked at, so that the time taken says nothing of which it was
    const found = await Promise.all(lockedGrants.map((grant) => isPin(now[grant], pin)))
    return lockedGrants.findLast((_, at) => found[at]) ?? null
  }
  return {
    set: () => {
      const now = read()
      return lockedGrants.filter((grant) => now[grant] !== undefined)
    },
    change: async (grant, pin) => {
      if (pin === null) {
        const { [grant]: _taken, ...others } = read()
        write(others)
        return 'changed'
      }
      const whose = await find(pin)
      if (whose !== null && whose !== grant) return 'used'
      const salt = randomBytes(16)
      const hash = await hashOf(pin, salt)
      write({ ...read(), [grant]: { salt: salt.toString('base64'), hash: hash.toString('base64') } })
      return 'changed'
    },
    find,
    wrong: () => {
      const { wrong, wrongAt } = read()
      return { count: wrong, at: wrongAt }
    },
    setWrong: (count, at) => {
      const now = read()
      if (now.wrong !== count || now.wrongAt !== at) write({ ...now, wrong: count, wrongAt: at })
    },
  }
}

async function isPin(one: Hashed | undefined, pin: string): Promise<boolean> {
  if (one === undefined) return false
  const expected = Buffer.from(one.hash, 'base64')
  const given = await hashOf(pin, Buffer.from(one.salt, 'base64'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const hashOf = (pin: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, hashBytes, cost, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} cannot be read as a file of PINs: ${messageOf(error)}`, { cause: error })
  }
}
