// The codes that a screen swaps for this launch's token: 256 bits, good once, for a minute. Holds no clock or randomness of
// its own.
import { createHash, timingSafeEqual } from 'node:crypto'

export interface LaunchCodes {
  /** 64 hex digits. Only the newest few stay good. */
  issue: () => string
  /** Whether the code was good; from then on it is not. */
  redeem: (code: string) => boolean
}

export interface LaunchCodeOptions {
  /** Milliseconds that never step. */
  now: () => number
  random: (bytes: number) => Uint8Array
}

export const launchCodeLifeMs = 60_000
const mostOpenCodes = 16

export function createLaunchCodes({ now, random }: LaunchCodeOptions): LaunchCodes {
  let open: { digest: Buffer; until: number }[] = []
  return {
    issue: () => {
      const code = newSecret(random)
      open = [...open.slice(1 - mostOpenCodes), { digest: digestOf(code), until: now() + launchCodeLifeMs }]
      return code
    },
    redeem: (code) => {
      open = open.filter(({ until }) => now() < until)
      const digest = digestOf(code)
      const found = open.find((candidate) => timingSafeEqual(candidate.digest, digest))
      open = open.filter((candidate) => candidate !== found)
      return found !== undefined
    },
  }
}

/** 256 bits as 64 hex digits. */
export const newSecret = (random: (bytes: number) => Uint8Array): string => Buffer.from(random(32)).toString('hex')

/** Compares in a time that says nothing of where they differ, whatever their lengths. */
export const sameSecret = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
