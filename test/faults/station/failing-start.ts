// A station whose start fails at one step after the other, and then succeeds, in one process: `failing-start.ts FOLDER PAGE_FOLDER`.
// Writes what each start reached and how it ended. Does not call exit: whatever a start leaves open keeps the process.
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { serveStation } from '../../../src-main/browser/serve-station.ts'
import { messageOf } from '../../../src-main/platform/message-of.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openingSteps, openPreparedStation } from '../../../src-main/station/open/index.ts'

const [, , dataFolder = '', pageFolder = ''] = process.argv
const boundaries = openingSteps.map((step) => `${step}_open`)

/** Returns the boundaries that the start reached, and why it failed. `failing`: the boundary after which it fails. */
async function start(failing: string | null): Promise<{ reached: string[]; error: string | null }> {
  const reached: string[] = []
  const onBoundary = (boundary: string): void => {
    if (boundaries.includes(boundary)) reached.push(boundary)
    if (boundary === failing) throw new Error(`no ${boundary}`)
  }
  const openStation = (onOpened: (folder: string) => void) =>
    openPreparedStation({
      dataFolder,
      systemKeyStore: null,
      plansBendsAhead: true,
      onOpened,
      testHooks: { onBoundary },
    })
  try {
    const served = await serveStation({
      folder: dataFolder,
      pageFolder,
      openStation,
      clock: systemClock,
      random: randomBytes,
      onError: (name, fault) => console.error(name, fault),
      onBoundary,
    })
    await served.close()
    return { reached, error: null }
  } catch (error) {
    return { reached, error: messageOf(error) }
  }
}

for (const failing of [...boundaries, null]) writeSync(1, `${JSON.stringify(await start(failing))}\n`)
