// Which program has a serial port open, where the system lets us see it: on Linux, by what every process has open. Reads /proc alone.
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import process from 'node:process'

/** "minicom (process 4711)"; null: nobody, or it cannot be seen, as another user's programs are not. */
export function portHolder(path: string): string | null {
  if (process.platform !== 'linux') return null
  const device = quietly(() => realpathSync(path)) ?? path
  const holders = (quietly(() => readdirSync('/proc')) ?? [])
    .filter((pid) => /^\d+$/.test(pid) && pid !== String(process.pid))
    .filter((pid) =>
      (quietly(() => readdirSync(`/proc/${pid}/fd`)) ?? []).some(
        (fd) => quietly(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) === device,
      ),
    )
  const [pid] = holders
  if (pid === undefined) return null
  const name = quietly(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'a program'
  return `${name} (process ${pid})`
}

/** The path of a serial address; null: it has none. */
export const pathOf = (uri: string): string | null => /^serial:([^?]+)/.exec(uri)?.[1] ?? null

/** A process may end while it is looked at, and others' are closed to us. */
function quietly<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
