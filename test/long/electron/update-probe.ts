// The main process of a packaged app that has only the updates: prints each new state on standard output, and follows the commands on
// standard input.
import { app } from 'electron'
import updater from 'electron-updater'
import { createInterface } from 'node:readline'
import { highestVersionIn } from '../../../src-main/electron/updates/highest-version.ts'
import { watchUpdates } from '../../../src-main/electron/updates/updates.ts'

const [feed = '', config = '', key = '', folder = ''] = process.argv.slice(-4)

async function run(): Promise<void> {
  // the Electron of the tests is not packaged
  Object.defineProperty(app, 'isPackaged', { value: true })
  updater.autoUpdater.updateConfigPath = config
  await app.whenReady()
  const updates = await watchUpdates({
    feed,
    keys: [key],
    highestVersion: highestVersionIn(folder),
    onChange: () => undefined,
  })
  let printed = ''
  setInterval(() => {
    const { state, nextVersion, message } = updates.view()
    const text = JSON.stringify({ state, nextVersion, message })
    if (text !== printed) console.log(text)
    printed = text
  }, 20)
  createInterface({ input: process.stdin }).on('line', (command) => {
    if (command === 'idle') updates.idle(true)
    else if (command === 'checkNow') updates.checkNow()
    else updates.agree(command)
  })
}

void run()
