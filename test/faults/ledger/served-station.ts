// A station that serves screens over a WebSocket, in its own process: `served-station.ts FOLDER PAGE_FOLDER`. Like the technician's
// program, with another page.
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { serveStation } from '../../../src-main/browser/serve-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openStation } from '../../../src-main/station/open/station.ts'

const [dataFolder = '', pageFolder = ''] = process.argv.slice(2)
const served = await serveStation({
  folder: dataFolder,
  pageFolder,
  openStation: () => Promise.resolve(openStation({ dataFolder, systemKeyStore: null })),
  clock: systemClock,
  random: randomBytes,
  onError: (name, fault) => console.error(name, fault),
})
process.once('SIGTERM', () => void served.close().then(() => process.exit()))
console.log('serving')
