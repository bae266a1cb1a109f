// `kant support`, `kant backup` and `kant restore`: what the set-up's screen does, for a terminal. Touches the folder's stores and the
// files that are named.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StationLink, SupportView } from '../../../shared/station-api/index.ts'
import { fingerprintOf } from '../../../shared/workshop-api/index.ts'
import { openCache } from '../../cache/cache.ts'
import { backUpOutbox, restoreOutbox, StoreInUseError } from '../../ledger/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { makeBackup } from '../../station/set-up/index.ts'
import { zipOf } from '../../station/set-up/index.ts'

export const keepUsage = `kant support FILE.zip  what whoever helps needs, without secrets, in one file; asks the station that runs here
kant backup [FILE]     a copy of the store of marks, also while the station runs; without a name into its folder of backups
kant restore FILE      puts such a copy in the store's place while no station runs; what is there now is put aside`

const lookAgainMs = 100

/** The exit code. A PIN of maintain stands in the way: then the screen does it. */
export async function runSupport(file: string, runningStation: () => Promise<StationLink | null>): Promise<number> {
  const link = await runningStation()
  if (link === null) return refuse('No station runs here: start it, or send station.log of its folder.')
  try {
    let view: SupportView = await link.call('support.gather', {})
    while (view.state === 'gathering') {
      // oxlint-disable-next-line no-await-in-loop
      await systemClock.wait(lookAgainMs)
      // oxlint-disable-next-line no-await-in-loop
      view = await link.call('support.read', {})
    }
    if (view.state !== 'ready') return refuse(view.message ?? 'It was called off.')
    writeFileWhole(resolve(file), zipOf(view.files), 0o600)
    for (const { name, bytes } of view.files) console.log(`${name}  ${bytes} bytes`)
    console.log(`${view.struck} secrets were struck out. Look it through before you send ${file}.`)
    return 0
  } catch (fault) {
    return refuse(`${messageOf(fault)}. Where the set-up has a PIN, gather it on the screen.`)
  } finally {
    link.close()
  }
}

export async function runBackup(folder: string, file: string | null): Promise<number> {
  if (!existsSync(folder)) return refuse(`There is no folder ${folder}.`)
  const path = file === null ? null : resolve(file)
  if (path !== null && existsSync(path)) return refuse(`${path} is there already: give another name.`)
  if (path === null) console.log(await makeBackup(folder, systemClock.now()))
  else {
    await backUpOutbox(folder, path)
    console.log(path)
  }
  return 0
}

export function runRestore(folder: string, file: string): number {
  const path = resolve(file)
  if (!existsSync(folder)) return refuse(`There is no folder ${folder}.`)
  if (!existsSync(path)) return refuse(`There is no ${path}.`)
  try {
    const { aside } = restoreOutbox(folder, path, systemClock.now(), workshopOf(folder))
    console.log(`Put back. What was there lies in ${aside}.`)
    console.log('Every mark in it that was not delivered is looked up before it is sent.')
    return 0
  } catch (fault) {
    if (fault instanceof StoreInUseError) return refuse('A station runs here: end it first, or use its screen.')
    throw fault
  }
}

/** Whose sheets the folder has; null: nobody's yet. */
function workshopOf(folder: string): string | null {
  const cache = openCache({ folder, clock: systemClock })
  const owner = cache.fingerprint()
  cache.close()
  return owner === null ? null : fingerprintOf(owner)
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
