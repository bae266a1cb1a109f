// `kant support`, `kant backup` and `kant restore`: the support bundle and the backups of the set-up screen, at a terminal. Accesses the
// folder's stores and the named files.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { StationLink, SupportView } from '../../../shared/station-api/index.ts'
import { fingerprintOf } from '../../../shared/workshop-api/index.ts'
import { openCache } from '../../cache/index.ts'
import { backUpOutbox, restoreOutbox, StoreInUseError } from '../../ledger/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { makeBackup } from '../../station/set-up/index.ts'
import { zipOf } from '../../station/set-up/index.ts'
import { sandboxHint } from '../terminal.ts'

export const backupUsage = `kant support FILE.zip  write a support bundle without secrets; needs a running station
kant backup [FILE]     copy the store of marks, also while the station runs; without FILE, to the folder of backups
kant restore FILE      replace the store by such a copy, while no station runs; the present store is set aside`

const pollMs = 100

/** Returns the exit code. Refused if the station has a PIN for `maintain`; the screen can then collect the bundle. */
export async function runSupport(file: string, runningStation: () => Promise<StationLink | null>): Promise<number> {
  const link = await runningStation()
  if (link === null) return refuse('No station runs here. Start it, or send the station.log of its folder.')
  try {
    let view: SupportView = await link.call('support.gather', {})
    while (view.state === 'gathering') {
      // oxlint-disable-next-line no-await-in-loop
      await systemClock.wait(pollMs)
      // oxlint-disable-next-line no-await-in-loop
      view = await link.call('support.read', {})
    }
    if (view.state !== 'ready') return refuse(view.message ?? 'The support bundle was cancelled.')
    writeFileWhole(resolve(file), zipOf(view.files), 0o600)
    for (const { name, bytes } of view.files) console.log(`${name}  ${bytes} bytes`)
    console.log(`${view.redactedSecrets} secrets were removed. Check ${file} before you send it.`)
    return 0
  } catch (error) {
    return refuse(`${messageOf(error)}. If the set-up has a PIN, collect the bundle on the screen.`)
  } finally {
    link.close()
  }
}

export async function runBackup(folder: string, file: string | null): Promise<number> {
  if (!existsSync(folder)) return refuse(`The folder ${folder} does not exist.`)
  if (!existsSync(join(folder, 'outbox.db')))
    return refuse([`There is no store of marks in ${folder}.`, ...sandboxHint(folder)].join('\n'))
  const path = file === null ? null : resolve(file)
  if (path !== null && existsSync(path)) return refuse(`${path} already exists. Give another name.`)
  if (path === null) console.log(await makeBackup(folder, systemClock.now()))
  else {
    await backUpOutbox(folder, path)
    console.log(path)
  }
  return 0
}

export function runRestore(folder: string, file: string): number {
  const path = resolve(file)
  if (!existsSync(folder)) return refuse(`The folder ${folder} does not exist.`)
  if (!existsSync(path)) return refuse(`The file ${path} does not exist.`)
  try {
    const { aside } = restoreOutbox(folder, path, systemClock.now(), workshopOf(folder))
    console.log(`Restored. The previous store is in ${aside}.`)
    console.log('Every undelivered mark in it is verified before it is sent.')
    return 0
  } catch (error) {
    if (error instanceof StoreInUseError) return refuse('A station runs here. Stop it first, or use its screen.')
    throw error
  }
}

/** The workshop whose sheets the folder has; null: none yet. */
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
