// The worker thread of `store-thread.ts`: runs one task after the other. Ends with an error where a task fails. Accesses the files that the
// task names.
import { parentPort } from 'node:worker_threads'
import { planJournal, storeIdOf } from '../journal/index.ts'
import type { JournalPlan } from '../journal/index.ts'
import { backUpOutbox, fileIntegrity, readBackup } from './backup.ts'
import { openOutboxFile } from './store-file.ts'
import type { StorePreparation, StorePrepared, StoreTask } from './store-thread.ts'

// a rejection ends the thread with its error, which the caller receives
parentPort?.on('message', (task: StoreTask) => void runTask(task).then((result) => parentPort?.postMessage(result, [])))

async function runTask({ name, input }: StoreTask): Promise<unknown> {
  switch (name) {
    case 'prepare':
      return prepare(input)
    case 'check_integrity':
      return input.map(fileIntegrity)
    case 'read_backups':
      return input.map(readBackup)
    case 'back_up':
      await backUpOutbox(input.folder, input.path)
      return null
  }
}

function prepare(preparation: StorePreparation): StorePrepared {
  const db = openOutboxFile({ ...preparation })
  try {
    return { journal: storeIdOf(db) === null ? null : planUnlessItFails(db, preparation.folder) }
  } finally {
    db.close()
  }
}

function planUnlessItFails(db: ReturnType<typeof openOutboxFile>, folder: string): JournalPlan | null {
  try {
    return planJournal(db, folder)
  } catch {
    return null
  }
}
