// A station on a disk of a few megabytes, which fills up, next to a service on the usual disk: `station-on-small-disk.ts while_open |
// before_start`. Must run in a mount namespace of its own. Writes what the station answered as one line of JSON.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, type StatusView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openPins } from '../../../src-main/station/access/index.ts'
import { openPreparedStation } from '../../../src-main/station/open/index.ts'
import type { OpenedStation } from '../../../src-main/station/open/station.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'

const [, , moment = ''] = process.argv
const root = mkdtempSync(join(tmpdir(), 'kant-small-disk-'))
const dataFolder = join(root, 'station')
mkdirSync(dataFolder)
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'none', dataFolder])
const service = await startService({ dataFolder: join(root, 'workshop'), port: 0, limitFactor: 100 })
const admin = openAdmin({ dataFolder: join(root, 'workshop') })
const sheetIds = admin.makeSheets({ count: 8, approved: true })
const key = service.keys?.maskin ?? ''
const connected = await connectWorkshop({ folder: dataFolder, baseUrl: service.baseUrl, key, clock: systemClock })
if (!connected.ok) throw new Error(connected.lines.join(' '))

const open = (): Promise<OpenedStation> => openPreparedStation({ dataFolder, systemKeyStore: null })
const statusOf = ({ station }: OpenedStation): StatusView => station.snapshot().status
const ignored = (): void => undefined
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20)
}

/** The id of the mark, or the code of the refusal. */
async function tap({ station }: OpenedStation, sheetId: string | undefined): Promise<string> {
  try {
    const { sheet } = await station.handlers['sheet.read']({ sheetId: sheetId ?? '' })
    const mark = { sheetId: sheetId ?? '', drawingVersion: sheet?.drawingVersion ?? 0, by: 'KN' }
    return (await station.handlers['mark.create'](mark)).state
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}

const filler = join(dataFolder, 'filler')
/** `path`: the file that takes the space. */
function fillDisk(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let bytes = 65_536; bytes >= 1;) {
      try {
        writeSync(file, Buffer.alloc(bytes))
      } catch {
        bytes = Math.floor(bytes / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}

const pin = '471147'
await openPins(dataFolder).change('maintain', pin)
let opened = await open()
await until(() => statusOf(opened).upToDateAt !== null)
const first = await tap(opened, sheetIds[0])
if (moment === 'before_start') await opened.close()
fillDisk(filler)
// the last page of the log has space, too
fillDisk(join(dataFolder, 'station.log'))
if (moment === 'before_start') opened = await open()
const warningsAtStart = statusOf(opened).warnings
const refusals: string[] = []
for (const sheetId of sheetIds.slice(1, 6)) refusals.push(await tap(opened, sheetId))
// the log and the backups are behind the PIN
const screen = opened.station.admit?.(ignored, ignored)
const unlocks = [await screen?.unlock('0000'), await screen?.unlock(pin)].map((answer) => answer?.outcome)
screen?.close()
const { entries } = await opened.station.handlers['list.read']({ date: statusOf(opened).today })
const { sheet } = await opened.station.handlers['sheet.read']({ sheetId: sheetIds[6] ?? '' })
const warnings = statusOf(opened).warnings
rmSync(filler)
const afterwards = await tap(opened, sheetIds[6])
await until(() => !statusOf(opened).warnings.some(({ code }) => code.endsWith('_failing')))
await opened.close()
const log = readFileSync(join(dataFolder, 'station.log'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
admin.close()
await service.close()
const answers = {
  dataFolder,
  first,
  warningsAtStart,
  refusals,
  unlocks,
  entries: entries.length,
  hasSheet: sheet !== null,
  warnings,
  afterwards,
  missing: log.flatMap((line) => /"missing":(\d+)/.exec(line)?.[1] ?? []).map(Number),
}
writeSync(1, `${JSON.stringify(answers)}\n`)
execFileSync('umount', [dataFolder])
rmSync(root, { recursive: true, force: true })
process.exit()
