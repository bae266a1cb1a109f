// The worker thread behind `store-tasks.ts`: does the one task that it is started with. Ends with an error where the task fails.
// Touches the files that it is told of.
import { parentPort, workerData } from 'node:worker_threads'
import { backUpOutbox, fileIntegrity, readBackup } from './backup.ts'
import type { StoreTask } from './store-tasks.ts'

const task: StoreTask = workerData
// a rejection ends the thread with its error, which whoever asked hears: and as CommonJS there is no top level to await at
void done(task).then((out) => parentPort?.postMessage(out, []))

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
