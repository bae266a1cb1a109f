// The worker thread of `store-tasks.ts`: runs the one task that it gets. Ends with an error where the task fails. Accesses the files
// that the task names.
import { parentPort, workerData } from 'node:worker_threads'
import { backUpOutbox, fileIntegrity, readBackup } from './backup.ts'
import type { StoreTask } from './store-tasks.ts'

const task: StoreTask = workerData
// a rejection ends the thread with its error, which the caller receives. CommonJS has no top-level await
void done(task).then((result) => parentPort?.postMessage(result, []))

async function done({ name, input }: StoreTask): Promise<unknown> {
  switch (name) {
    case 'look_through':
      return input.map(fileIntegrity)
    case 'read_backups':
      return input.map(readBackup)
    case 'back_up':
      await backUpOutbox(input.folder, input.path)
      return null
  }
}
