// What takes longer the more marks a store holds – looking through it, making a copy, reading copies – on a thread beside, so that the
// station's loop is never held up. Touches threads and, through them, the files that are named.
import { Worker } from 'node:worker_threads'
import type { BackupFacts } from './backup.ts'

interface StoreTasks {
  look_through: { input: readonly string[]; out: string[] }
  read_backups: { input: readonly string[]; out: BackupFacts[] }
  back_up: { input: { folder: string; path: string }; out: null }
}
export type StoreTask = {
  [Name in keyof StoreTasks]: { name: Name; input: StoreTasks[Name]['input'] }
}[keyof StoreTasks]

/** What SQLite says of each of its files, also while somebody has it open: 'ok', or what is wrong. Rejects for nothing in a file. */
export const lookThrough = (paths: readonly string[]): Promise<string[]> => onThread('look_through', paths)

/** Rejects for nothing in a file, but where one is not there. */
export const readBackups = (paths: readonly string[]): Promise<BackupFacts[]> => onThread('read_backups', paths)

/** As `backUpOutbox`, and rejects with what it rejects with, as a plain Error. */
export const backUpBeside = (folder: string, path: string): Promise<null> => onThread('back_up', { folder, path })

// the worker lies beside this file, as a source and as built
const module = new URL(
  import.meta.url.endsWith('.ts') ? './store-tasks-worker.ts' : './store-tasks-worker.cjs',
  import.meta.url,
)

function onThread<Name extends keyof StoreTasks>(
  name: Name,
  input: StoreTasks[Name]['input'],
): Promise<StoreTasks[Name]['out']> {
  const { promise, resolve, reject } = Promise.withResolvers<StoreTasks[Name]['out']>()
  const worker = new Worker(module, { workerData: { name, input } })
  worker.on('message', (out: StoreTasks[Name]['out']) => resolve(out))
  worker.on('error', reject)
  // after an answer or an error this changes nothing
  worker.on('exit', () => reject(new Error(`the thread for ${name} ended without a word`)))
  return promise
}
