// The workshop of a simulation: the real service on its own folder, its administration, and direct reads of its file.
import Database from 'better-sqlite3'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import {
  bendingSheet,
  nextWorkingDay,
  workshopDate,
  type BendingSheet,
  type Scope,
} from '../../shared/workshop-api/index.ts'
import { openAdmin, type WorkshopAdmin } from '../../src-service/admin/index.ts'
import { startService, type Service } from '../../src-service/service.ts'
import { passOn, type Answer, type Sent } from './faults/fault-proxy.ts'

/** The columns that the invariants need. */
export interface SheetLine {
  id: string
  bent: 0 | 1
  /** The order was forwarded. */
  removed: 0 | 1
  /** The state of the order puts its sheets on the lists. */
  listed: 0 | 1
  /** The day of the list that it is on; null: none. */
  day: string | null
  approval: string
  version: number
  drawing: number
  rework: number
  order: string
}

export interface WorkshopSide {
  admin: () => WorkshopAdmin
  /** Replaces the key of this name by a new one, with these scopes; omitted: the scopes that a machine gets. */
  newKey: (name: string, scopes?: readonly Scope[]) => string
  isUp: () => boolean
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Copies the service's file as it is now. */
  backUp: () => void
  hasBackup: () => boolean
  /** Stops the service, puts the copy in its file's place and starts it again. */
  restore: () => Promise<void>
  respond: (sent: Sent) => Promise<Answer | null>
  sheet: (id: string) => BendingSheet | null
  sheets: () => SheetLine[]
  /** A number that changes with every write. */
  version: () => number
  /** The bendings for which more than one `bending_sheet.bent` event was sent. */
  bentTwice: () => string[]
  now: () => number
  close: () => Promise<void>
}

/** A sandbox of few sheets in a new folder, created once for each start of the clock and copied for each run. */
export async function makeWorkshopFolder(folder: string, now: () => number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const service = await startService({ dataFolder: folder, port: 0, clock: now })
  await service.close()
  const db = new Database(join(folder, 'workshop.db'))
  for (const table of ['bending_sheet', 'event', 'work_order']) db.exec(`DELETE FROM ${table}`)
  db.exec('VACUUM')
  db.close()
  const admin = openAdmin({ dataFolder: folder, clock: now })
  const day = nextWorkingDay(workshopDate(now()))
  for (const count of [3, 2]) admin.makeSheets({ count, approved: true })
  admin.makeSheets({ count: 1, day, approved: true })
  admin.close()
}

export async function openWorkshopSide(template: string, folder: string, now: () => number): Promise<WorkshopSide> {
  cpSync(template, folder, { recursive: true })
  const backup = `${folder}.backup`
  const file = join(folder, 'workshop.db')
  const agent = new Agent({ keepAlive: true })
  let service: Service | null = null
  let admin: WorkshopAdmin | null = null
  let look: Look | null = null
  let backedUp = false

  const start = async (): Promise<void> => {
    if (service !== null) return
    service = await startService({ dataFolder: folder, port: 0, clock: now })
    admin = openAdmin({ dataFolder: folder, clock: now })
    look = lookInto(new Database(file, { readonly: true }))
  }
  const stop = async (): Promise<void> => {
    look?.close()
    admin?.close()
    agent.destroy()
    await service?.close()
    service = null
    admin = null
    look = null
  }
  const files = (): Look => {
    if (look === null) throw new Error('the workshop is closed')
    return look
  }
  await start()
  return {
    admin: () => {
      if (admin === null) throw new Error('the workshop is closed')
      return admin
    },
    newKey: (name, scopes) => {
      if (admin === null) throw new Error('the workshop is closed')
      const inUse = admin.keys().some((key) => key.name === name && key.revokedAt === null)
      if (inUse) admin.revokeKey(name)
      return admin.makeKey({ name, ...(scopes === undefined ? {} : { scopes }) })
    },
    isUp: () => service !== null,
    start,
    stop,
    backUp: () => {
      rmSync(backup, { force: true })
      files().copyTo(backup)
      backedUp = true
    },
    hasBackup: () => backedUp,
    restore: async () => {
      await stop()
      for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
      cpSync(backup, file)
      await start()
    },
    respond: async (sent) => (service === null ? null : passOn(agent, new URL(service.baseUrl).origin, sent)),
    sheet: (id) => files().sheet(id),
    sheets: () => files().sheets(),
    version: () => files().version(),
    bentTwice: () =>
      files()
        .bentTwice()
        .map(({ sheet, rework, times }) => `${sheet} at rework ${rework}: ${times} times`),
    now: () => now() + (look?.clockOffset() ?? 0),
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
      rmSync(backup, { force: true })
    },
  }
}

interface Look {
  sheet: (id: string) => BendingSheet | null
  sheets: () => SheetLine[]
  bentTwice: () => { sheet: string; rework: number; times: number }[]
  clockOffset: () => number
  version: () => number
  copyTo: (path: string) => void
  close: () => void
}

function lookInto(db: Database.Database): Look {
  const body = db.prepare<[string], string>('SELECT body FROM bending_sheet WHERE id = ?').pluck()
  const sheets = db.prepare<[], SheetLine>(
    `SELECT id, bent, gone AS removed, day, approval,
       (SELECT status IN ('mottatt', 'i_arbeid') FROM work_order o WHERE o.id = order_id) AS listed, json_extract(reduced, '$.version') AS version,
       json_extract(reduced, '$.drawingVersion') AS drawing, json_extract(reduced, '$.reworkCount') AS rework,
       json_extract(reduced, '$.order.numberDisplay') AS "order" FROM bending_sheet ORDER BY rowid`,
  )
  const twice = db.prepare<[], { sheet: string; rework: number; times: number }>(
    `SELECT json_extract(body, '$.data.bendingSheet.id') AS sheet,
       json_extract(body, '$.data.bendingSheet.reworkCount') AS rework, count(*) AS times
     FROM event WHERE type = 'bending_sheet.bent' GROUP BY 1, 2 HAVING count(*) > 1`,
  )
  const offset = db.prepare<[], number>(`SELECT value FROM setting WHERE name = 'clock_offset_ms'`).pluck()
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  const version = (): number => dataVersion.get() ?? 0
  let cached: { version: number; sheets: SheetLine[] } = { version: -1, sheets: [] }
  return {
    version,
    sheet: (id) => {
      const json = body.get(id)
      return json === undefined ? null : bendingSheet.parse(JSON.parse(json))
    },
    sheets: () => {
      if (cached.version !== version()) cached = { version: version(), sheets: sheets.all() }
      return cached.sheets
    },
    bentTwice: () => twice.all(),
    clockOffset: () => offset.get() ?? 0,
    copyTo: (path) => void db.prepare('VACUUM INTO ?').run(path),
    close: () => void db.close(),
  }
}
