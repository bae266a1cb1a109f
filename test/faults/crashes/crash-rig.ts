// A real service, and station after station on one folder, each killed by SIGKILL somewhere and followed by the next, which starts
// on what it left. After every kill the next one lets all go out, and what every tick became is looked up in the files of both sides.
import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { headers as names } from '../../../shared/workshop-api/index.ts'
import { openKeySafe } from '../../../src-main/station/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings.ts'
import { openDesk } from '../../../src-service/desk/desk.ts'
import { startService } from '../../../src-service/service.ts'
import { interposed, serviceError, type Fate } from '../../integration/outbox/interposed.ts'
import { upgradeBoundaries } from '../../simulation/boundaries.ts'
import { makeOlder } from '../../simulation/older-store.ts'
import { isSettled, lookInto, needsPerson, type OutboxRow } from '../../simulation/outbox-rows.ts'
import type { Boundary } from '../../simulation/sim-station.ts'
import { fastNow } from './fast-time.ts'

/** Where a station is killed: when it comes to a boundary for the n-th time, or so many milliseconds after its start, after what an earlier one left is out, or after its first tick. */
export type Death = { at: Boundary; time: number } | { afterMs: number; of: 'start' | 'drained' | 'tick' }

/** What becomes of the round's first report. */
export type Trouble = 'none' | 'wait' | 'park' | 'gone' | 'answer_lost' | 'bent_by_another'

/** What must happen for a station to come to such a boundary. */
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
  /** Resolves to whether it came to its boundary; false: it was killed when all was done. Throws where a tick is not what it must be. */
  round: (death: Death, trouble: Trouble) => Promise<boolean>
  /** The last station, which nobody kills before all is out. */
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
  const desk = openDesk({ dataFolder, clock })
  const network = await interposed(service.baseUrl)
  const folder = join(root, 'station')
  mkdirSync(folder)
  writeSettings(folder, { baseUrl: network.baseUrl })
  const safe = await openKeySafe({ folder, system: null, random: randomBytes })
  await safe.set(network.baseUrl, desk.makeKey({ name: 'Kant' }))
  const anothersKey = desk.makeKey({ name: 'another' })
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
        authorization: `Bearer ${anothersKey}`,
        'content-type': 'application/json',
        [names.idempotencyKey]: `another-${sheetId}`,
      },
      body: JSON.stringify({ bentAt: new Date(clock()).toISOString(), by: 'OLA' }),
    })
    if (!answer.ok) throw new Error(`another could not bend it: ${answer.status} ${await answer.text()}`)
  }

  /** Resolves with the signal that ended it and what it wrote. */
  const run = async (
    sheets: readonly string[],
    death: Death | null,
    onTick: (tick: Tick) => void,
  ): Promise<{ lines: string[]; signal: string | null }> => {
    const [aim, time] = death !== null && 'at' in death ? [death.at, death.time] : ['nowhere', 1]
    const program = join(import.meta.dirname, 'station-to-kill.ts')
    const child = spawn(process.execPath, [program, String(beginning), folder, aim, String(time), ...sheets], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'compiled') },
    })
    // killed, it reads no more
    child.stdin.on('error', () => undefined)
    const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
    let timer: NodeJS.Timeout | undefined
    const passed = (point: 'start' | 'drained' | 'tick'): void => {
      if (death === null || 'at' in death || death.of !== point || timer !== undefined) return
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

  /** With nothing on its way: what every tick became. */
  const check = (): void => {
    const db = new Database(join(folder, 'outbox.db'), { readonly: true })
    const rows = new Map<string, OutboxRow>()
    for (const row of lookInto(db).rows()) {
      if (rows.has(row.operation_id)) throw new Error(`mark ${row.operation_id} is there twice`)
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
      const asked = undoing.has(row.operation_id)
      const right =
        row.state === 'delivered' ? ours : row.state === 'cancelled' ? asked && !ours : needsPerson(row) && !ours
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
      const upgrades = 'at' in death && upgradeBoundaries.includes(death.at)
      // of the earliest schema in which nothing of it is lost; the first round of all has none yet, and is tried again
      if (upgrades && existsSync(join(folder, 'outbox.db'))) makeOlder(folder, 1)
      const bends: Promise<void>[] = []
      const { lines, signal } = await run(desk.makeSheets({ count: 3, approved: true }), death, ({ sheetId }) => {
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
      desk.close()
      await service.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
