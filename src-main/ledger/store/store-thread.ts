// Runs the tasks that take longer with more marks (preparing a store, integrity checks, backups) in a worker thread, so that they do not
// delay the station's loop. One thread serves the whole process, one task at a time: loading its modules takes longer than most tasks.
// Accesses threads and, through them, the named files.
import { Worker } from 'node:worker_threads'
import type { JournalPlan } from '../journal/index.ts'
import type { BackupFacts } from './backup.ts'

export interface StorePreparation {
  folder: string
  /** Milliseconds since 1970. */
  now: number
  usedBefore: boolean
}

/** The result of the preparation, so that the station does not repeat it. */
export interface StorePrepared {
  /** Null: the store is new, or its journal cannot be read, which the station reports. */
  journal: JournalPlan | null
}

interface StoreTasks {
  prepare: { input: StorePreparation; output: StorePrepared }
  check_integrity: { input: readonly string[]; output: string[] }
  read_backups: { input: readonly string[]; output: BackupFacts[] }
  back_up: { input: { folder: string; path: string }; output: null }
}
export type StoreTask = {
  [Name in keyof StoreTasks]: { name: Name; input: StoreTasks[Name]['input'] }
}[keyof StoreTasks]

/** How long the thread waits for the next task. It needs about 20 MB meanwhile. */
const idleMs = 30_000

// the worker is next to this file, both as a source and as built
const module = new URL(import.meta.url.endsWith('.ts') ? './store-worker.ts' : './store-worker.cjs', import.meta.url)

interface RunningTask {
  // a method, because each task has results of its own type
  resolve(result: unknown): void
  reject: (error: unknown) => void
}

class StoreThread {
  #worker: Worker | null = null
  #running: RunningTask | null = null
  #idleTimer: NodeJS.Timeout | undefined
  /** The end of the newest task. Never rejects. */
  #lastTask: Promise<unknown> = Promise.resolve()

  /**
   * Resolves to the task's result, after all earlier tasks have ended. Rejects with the task's error as a plain Error, which also ends the
   * thread: the next task starts a new one.
   */
  run<Name extends keyof StoreTasks>(
    name: Name,
    input: StoreTasks[Name]['input'],
  ): Promise<StoreTasks[Name]['output']> {
    const result = this.#lastTask.then(() => this.#runNow(name, input))
    this.#lastTask = result.catch(() => undefined)
    return result
  }

  #runNow<Name extends keyof StoreTasks>(
    name: Name,
    input: StoreTasks[Name]['input'],
  ): Promise<StoreTasks[Name]['output']> {
    clearTimeout(this.#idleTimer)
    const { promise, resolve, reject } = Promise.withResolvers<StoreTasks[Name]['output']>()
    this.#running = { resolve, reject }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage({ name, input }, [])
    return promise
  }

  #start(): Worker {
    const worker = new Worker(module)
    worker.on('message', (result: unknown) => {
      const running = this.#running
      this.#waitForTask(worker)
      running?.resolve(result)
    })
    worker.on('error', (error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('the thread of the store ended without a result')))
    return worker
  }

  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return
    const running = this.#running
    this.#worker = null
    this.#running = null
    running?.reject(error)
  }

  /** An idle thread does not keep the process running. */
  #waitForTask(worker: Worker): void {
    this.#running = null
    worker.unref()
    this.#idleTimer = setTimeout(() => {
      this.#worker = null
      void worker.terminate()
    }, idleMs).unref()
  }
}

const thread = new StoreThread()

/** Opens the store and closes it: checks it, rebuilds a damaged one and copies it before an upgrade. Rejects where it cannot be opened. */
export const prepareOnThread = (preparation: StorePreparation): Promise<StorePrepared> =>
  thread.run('prepare', preparation)

/** SQLite's integrity check of each file, also while it is in use: 'ok', or what is wrong. Never rejects for the content of a file. */
export const checkFileIntegrity = (paths: readonly string[]): Promise<string[]> => thread.run('check_integrity', paths)

/** Never rejects for the content of a file, only where one is missing. */
export const readBackups = (paths: readonly string[]): Promise<BackupFacts[]> => thread.run('read_backups', paths)

/** Runs `backUpOutbox` on the thread. Rejects with its error as a plain Error. */
export const backUpBeside = (folder: string, path: string): Promise<null> => thread.run('back_up', { folder, path })
