// The program of dev-station.ts: a station on a fixed port with a fixed token, and without a built page. Prints one line when it is
// ready; ends with SIGTERM, or with its standard input. Writes the token and an empty page into the station's folder.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { serveStation } from '../../browser/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { openPreparedStation } from '../../station/open/index.ts'

const [, , folder = '', connectFolder = '', port = '0'] = process.argv

/** The browser shell makes its token from the first bytes that it requests, so these are the same at every start. */
function randomAfterToken(): (bytes: number) => Uint8Array {
  const path = join(folder, 'dev-token')
  if (!existsSync(path)) writeFileSync(path, randomBytes(64).toString('hex'), { mode: 0o600 })
  let token: Buffer | null = Buffer.from(readFileSync(path, 'utf8'), 'hex')
  return (bytes) => {
    const first = token?.subarray(0, bytes)
    token = null
    return first ?? randomBytes(bytes)
  }
}

const pageFolder = join(folder, 'dev-page')
mkdirSync(pageFolder, { recursive: true })
writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>Kant</title>Vite serves the page.\n')

const served = await serveStation({
  folder,
  pageFolder,
  openStation: (onOpened) => openPreparedStation({ dataFolder: folder, connectFolder, onOpened }),
  port: Number(port),
  clock: systemClock,
  random: randomAfterToken(),
  onError: (name, error) => console.error(`${name} failed: ${String(error)}`),
})
const end = (): void => void served.close().finally(() => process.exit(0))
process.once('SIGTERM', end)
// Ctrl-C reaches every program of the terminal; the parent ends this one
process.on('SIGINT', () => undefined)
process.stdin.once('end', end).resume()
console.log('ready')
