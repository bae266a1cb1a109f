// Runs the tasks that take longer with more marks (integrity checks, backups) in a worker thread, so that they do not delay the station's
// loop. Accesses threads and, through them, the named files.
import { Worker } from 'node:worker_threads'
import type { BackupFacts } from './backup.ts'

interface StoreTasks {
  look_through: { input: readonly string[]; output: string[] }
  read_backups: { input: readonly string[]; output: BackupFacts[] }
  back_up: { input: { folder: string; path: string }; output: null }
}
export type StoreTask = {
  [Name in keyof StoreTasks]: { name: Name; input: StoreTasks[Name]['input'] }
}[keyof StoreTasks]

/** SQLite's integrity check of each file, also while it is in use: 'ok', or what is wrong. Never rejects for the content of a file. */
export const checkFileIntegrity = (paths: readonly string[]): Promise<string[]> => onThread('look_through', paths)

/** Never rejects for the content of a file, only where one is missing. */
export const readBackups = (paths: readonly string[]): Promise<BackupFacts[]> => onThread('read_backups', paths)

/** Runs `backUpOutbox` on the thread. Rejects with its error as a plain Error. */
export const backUpBeside = (folder: string, path: string): Promise<null> => onThread('back_up', { folder, path })

// the worker is next to this file, both as a source and as built
const module = new URL(
  import.meta.url.endsWith('.ts') ? './store-tasks-worker.ts' : './store-tasks-worker.cjs',
  import.meta.url,
)

function onThread<Name extends keyof StoreTasks>(
  name: Name,
  input: StoreTasks[Name]['input'],
): Promise<StoreTasks[Name]['output']> {
  const { promise, resolve, reject } = Promise.withResolvers<StoreTasks[Name]['output']>()
  const worker = new Worker(module, { workerData: { name, input } })
  worker.on('message', (result: StoreTasks[Name]['output']) => resolve(result))
  worker.on('error', reject)
  // no effect after a result or an error
  worker.on('exit', () => reject(new Error(`the thread for ${name} ended without a result`)))
  return promise
}
