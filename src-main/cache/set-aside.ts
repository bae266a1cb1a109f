// Renames the three files of a damaged cache, so that a new one can be made and the old one examined. Accesses the cache's own folder.
import { existsSync, renameSync } from 'node:fs'

/** Renames the file, its -wal and its -shm to `….<why>-<time>…`. Returns the new name of the first. */
export function setAside(path: string, why: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '')
  let aside = `${path}.${why}-${stamp}`
  for (let again = 2; existsSync(aside); again += 1) aside = `${path}.${why}-${stamp}-${again}`
  for (const part of ['', '-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, aside + part)
  return aside
}
