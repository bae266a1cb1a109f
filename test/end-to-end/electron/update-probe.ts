// A packaged app's main process with nothing in it but its updates: says on its standard output how they stand, and does what the
// words on its standard input say.
import { app } from 'electron'
import updater from 'electron-updater'
import { createInterface } from 'node:readline'
import { watchUpdates } from '../../../src-main/electron/updates/updates.ts'

const [feed = '', config = ''] = process.argv.slice(-2)

async function run(): Promise<void> {
  // the runtime of the tests is no package of ours
  Object.defineProperty(app, 'isPackaged', { value: true })
  updater.autoUpdater.updateConfigPath = config
  await app.whenReady()
  const updates = await watchUpdates({ feed, onReady: () => undefined })
  let told = ''
  setInterval(() => {
    const { state, next, message } = updates.view()
    const text = JSON.stringify({ state, next, message })
    if (text !== told) console.log(text)
    told = text
  }, 20)
  createInterface({ input: process.stdin }).on('line', (word) => {
    if (word === 'idle') updates.idle(true)
    else if (word === 'look') updates.look()
    else updates.agree(word)
  })
}

void run()
