// Finds the program that has a serial port open. Works only on Linux, from the open files of every process. Reads only /proc.
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import process from 'node:process'

/** "minicom (process 4711)"; null: no program, or one that cannot be seen, such as another user's. */
export function portHolder(path: string): string | null {
  if (process.platform !== 'linux') return null
  const device = orNull(() => realpathSync(path)) ?? path
  const holders = (orNull(() => readdirSync('/proc')) ?? [])
    .filter((pid) => /^\d+$/.test(pid) && pid !== String(process.pid))
    .filter((pid) =>
      (orNull(() => readdirSync(`/proc/${pid}/fd`)) ?? []).some(
        (fd) => orNull(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) === device,
      ),
    )
  const [pid] = holders
  if (pid === undefined) return null
  const name = orNull(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'a program'
  return `${name} (process ${pid})`
}

/** The path in a serial address; null: it has none. */
export const pathOf = (uri: string): string | null => /^serial:([^?]+)/.exec(uri)?.[1] ?? null

/** Null if reading fails: a process may end meanwhile, and another user's process cannot be read. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
