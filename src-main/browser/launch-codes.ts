// The codes that a screen exchanges for the token of this launch: 256 bits, valid once, for one minute. Clock and randomness are
// parameters.
import { createHash, timingSafeEqual } from 'node:crypto'

export interface LaunchCodes {
  /** 64 hex digits. Only the newest 16 codes are valid. */
  issue: () => string
  /** True if the code was valid; it is used up then. */
  redeem: (code: string) => boolean
}

export interface LaunchCodeOptions {
  /** Monotonic milliseconds. */
  now: () => number
  random: (bytes: number) => Uint8Array
}

export const launchCodeLifeMs = 60_000
const maxOpenCodes = 16

export function createLaunchCodes({ now, random }: LaunchCodeOptions): LaunchCodes {
  let open: { digest: Buffer; until: number }[] = []
  return {
    issue: () => {
      const code = newSecret(random)
      open = [...open.slice(1 - maxOpenCodes), { digest: digestOf(code), until: now() + launchCodeLifeMs }]
      return code
    },
    redeem: (code) => {
      open = open.filter(({ until }) => now() < until)
      const digest = digestOf(code)
      const match = open.find((candidate) => timingSafeEqual(candidate.digest, digest))
      open = open.filter((candidate) => candidate !== match)
      return match !== undefined
    },
  }
}

/** 256 bits as 64 hex digits. */
export const newSecret = (random: (bytes: number) => Uint8Array): string => Buffer.from(random(32)).toString('hex')

/** Compares in constant time, also for different lengths. */
export const sameSecret = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
