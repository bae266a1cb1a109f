// A real service, and one station after another on one folder. Each is killed by SIGKILL at some point, and the next one starts on the
// files that it left. After every kill the next station sends everything, and the files of both sides show what became of every tick.
import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { headers as names } from '../../../shared/workshop-api/index.ts'
import { openKeySafe } from '../../../src-main/station/keys/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings/settings.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { interposed, serviceError, type Fate } from '../../integration/ledger/interposed.ts'
import { upgradeBoundaries } from '../../simulation/boundaries.ts'
import { downgradeStore } from '../../simulation/downgrade-store.ts'
import { isSettled, readOutbox, needsPerson, type OutboxRow } from '../../simulation/outbox-rows.ts'
import type { Boundary } from '../../simulation/sim-station.ts'
import { fastNow } from './fast-time.ts'

/** Where a station is killed: when it reaches a boundary for the n-th time, or so many milliseconds after its start, after it sent the earlier marks, or after its first tick. */
export type Death = { boundary: Boundary; time: number } | { afterMs: number; since: 'start' | 'drained' | 'tick' }

/** What happens to the round's first report. */
export type Trouble = 'none' | 'wait' | 'park' | 'gone' | 'answer_lost' | 'bent_by_another'

/** What must happen for a station to reach such a boundary. */
export function troubleFor(boundary: Boundary): Trouble {
  const [state = ''] = boundary.split(/_(?:in_commit|committed|over)$/)
  const troubles: Record<string, Trouble> = {
    waiting: 'wait',
    parked: 'park',
    conflict: 'gone',
    unknown: 'answer_lost',
    reading: 'answer_lost',
    bent_elsewhere: 'bent_by_another',
  }
  return troubles[state] ?? 'none'
}

const fates: Record<Exclude<Trouble, 'none' | 'bent_by_another'>, Fate> = {
  wait: serviceError(429, 'rate_limited', { retryAfterSeconds: 2 }, { 'retry-after': '2' }),
  park: serviceError(422, 'params_invalid'),
  gone: serviceError(404, 'not_found'),
  answer_lost: 'lose the answer',
}

export interface CrashRig {
  /** Resolves to whether the station reached its boundary; false: it was killed after it finished. Throws if a mark has a wrong outcome. */
  round: (death: Death, trouble: Trouble) => Promise<boolean>
  /** Runs the last station, which is not killed before everything is sent. */
  end: () => Promise<{ ticks: number; bent: number }>
  close: () => Promise<void>
}

interface Tick {
  id: string
  sheetId: string
}

export async function crashRig(): Promise<CrashRig> {
  const root = mkdtempSync(join(tmpdir(), 'kant-crash-'))
  const beginning = Date.now()
  const clock = (): number => fastNow(beginning)
  const dataFolder = join(root, 'workshop')
  const service = await startService({ dataFolder, port: 0, clock, limitFactor: 1_000 })
  const admin = openAdmin({ dataFolder, clock })
  const network = await interposed(service.baseUrl)
  const folder = join(root, 'station')
  mkdirSync(folder)
  writeSettings(folder, { baseUrl: network.baseUrl })
  const safe = await openKeySafe({ folder, system: null, random: randomBytes })
  await safe.set(network.baseUrl, admin.makeKey({ name: 'Kant' }))
  const otherKey = admin.makeKey({ name: 'another' })
  const workshop = new Database(join(dataFolder, 'workshop.db'), { readonly: true })
  const bentEvents = workshop.prepare<[], { sheetId: string; times: number }>(
    `SELECT json_extract(body, '$.data.bendingSheet.id') AS sheetId, count(*) AS times
     FROM event WHERE type = 'bending_sheet.bent' GROUP BY 1`,
  )
  const before = new Set(bentEvents.all().map(({ sheetId }) => sheetId))
  const ticks: Tick[] = []
  const undoing = new Set<string>()
  const foreign = new Set<string>()

  const bendAsAnother = async (sheetId: string): Promise<void> => {
    foreign.add(sheetId)
    const answer = await fetch(`${service.baseUrl}/bending-sheets/${sheetId}/bent`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${otherKey}`,
        'content-type': 'application/json',
        [names.idempotencyKey]: `another-${sheetId}`,
      },
      body: JSON.stringify({ bentAt: new Date(clock()).toISOString(), by: 'OLA' }),
    })
    if (!answer.ok) throw new Error(`another could not bend it: ${answer.status} ${await answer.text()}`)
  }

  /** Resolves with the signal that ended the station, and the lines that it wrote. */
  const run = async (
    sheets: readonly string[],
    death: Death | null,
    onTick: (tick: Tick) => void,
  ): Promise<{ lines: string[]; signal: string | null }> => {
    const [aim, time] = death !== null && 'boundary' in death ? [death.boundary, death.time] : ['nowhere', 1]
    const program = join(import.meta.dirname, 'station-to-kill.ts')
    const child = spawn(process.execPath, [program, String(beginning), folder, aim, String(time), ...sheets], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'compiled') },
    })
    // a killed station reads no more
    child.stdin.on('error', () => undefined)
    const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
    let timer: NodeJS.Timeout | undefined
    const passed = (point: 'start' | 'drained' | 'tick'): void => {
      if (death === null || 'boundary' in death || death.since !== point || timer !== undefined) return
      timer = setTimeout(() => child.kill('SIGKILL'), death.afterMs)
    }
    passed('start')
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      const [word, id = '', sheetId = ''] = line.split(' ')
      if (word === 'tick') {
        passed('tick')
        ticks.push({ id, sheetId })
        onTick({ id, sheetId })
      }
      if (word === 'undoing') undoing.add(id)
      if (word === 'drained') {
        check()
        child.stdin.write('go on\n')
        passed('drained')
      }
      if (word === 'done') child.kill('SIGKILL')
    }
    clearTimeout(timer)
    return { lines, signal: await ended }
  }

  /** Checks what became of every tick. Nothing may be in progress. */
  const check = (): void => {
    const db = new Database(join(folder, 'outbox.db'), { readonly: true })
    const rows = new Map<string, OutboxRow>()
    for (const row of readOutbox(db).rows()) {
      if (rows.has(row.operation_id)) throw new Error(`mark ${row.operation_id} exists twice`)
      rows.set(row.operation_id, row)
    }
    db.close()
    const bent = new Map(
      bentEvents.all().flatMap(({ sheetId, times }) => (before.has(sheetId) ? [] : [[sheetId, times]])),
    )
    for (const [sheetId, times] of bent) if (times !== 1) throw new Error(`sheet ${sheetId} was bent ${times} times`)
    for (const { id } of ticks) if (!rows.has(id)) throw new Error(`mark ${id}, whose tick was seen, is lost`)
    for (const row of rows.values()) {
      const ours = bent.has(row.sheet_id) && !foreign.has(row.sheet_id)
      const isUndoRequested = undoing.has(row.operation_id)
      const right =
        row.state === 'delivered'
          ? ours
          : row.state === 'cancelled'
            ? isUndoRequested && !ours
            : needsPerson(row) && !ours
      if (!right)
        throw new Error(`mark ${row.operation_id} is ${row.state}, and its sheet is ${ours ? '' : 'not '}bent by it`)
    }
    const reported = new Set([...rows.values()].filter(isSettled).map((row) => row.sheet_id))
    for (const sheetId of bent.keys())
      if (!reported.has(sheetId) && !foreign.has(sheetId)) throw new Error(`sheet ${sheetId} was bent by no mark`)
  }

  return {
    round: async (death, trouble) => {
      if (trouble !== 'none' && trouble !== 'bent_by_another') network.next('report', fates[trouble])
      const upgrades = 'boundary' in death && upgradeBoundaries.includes(death.boundary)
      // to the earliest schema that loses nothing; the first round has no store yet, and is tried again
      if (upgrades && existsSync(join(folder, 'outbox.db'))) downgradeStore(folder, 1)
      const bends: Promise<void>[] = []
      const { lines, signal } = await run(admin.makeSheets({ count: 3, approved: true }), death, ({ sheetId }) => {
        if (trouble === 'bent_by_another' && bends.length === 0) bends.push(bendAsAnother(sheetId))
      })
      await Promise.all(bends)
      if (signal !== 'SIGKILL') throw new Error(`a station ended by itself: ${lines.join('\n')}`)
      return lines.at(-1) !== 'done'
    },
    end: async () => {
      const { lines } = await run([], null, () => undefined)
      if (!lines.includes('drained')) throw new Error('the last station did not come to its end')
      return { ticks: ticks.length, bent: bentEvents.all().length - before.size }
    },
    close: async () => {
      workshop.close()
      await network.close()
      admin.close()
      await service.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
