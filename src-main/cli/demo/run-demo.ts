// The steps of the demo; each prints its result and checks it. Starts programs; writes to a temporary folder and removes it.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DayFormat, EntryView, ExportView, MarkView } from '../../../shared/station-api/index.ts'
import { bendingListEntry, page, read, reading } from '../../../shared/workshop-api/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { connectWorkshop } from '../../station/set-up/index.ts'
import { startService } from '../../station/sandbox/index.ts'
import { cuttableNetwork } from './cuttable-network.ts'
import { buildIfStale } from '../start/index.ts'
import { serviceProgram } from '../sandbox/index.ts'
import { startStationProcess, type StationProcess } from './station-process.ts'

const root = join(import.meta.dirname, '../../..')
const marksMade = 3
const by = 'DEMO'

/** Returns the exit code: 0, or 1 after the first step that fails. */
export async function runDemo(say: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-demo-'))
  const cleanUps: (() => Promise<unknown>)[] = []
  const started = performance.now()
  const step = (line: string): void =>
    say(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}`)
  try {
    await steps({ folder, step, tidy: cleanUps })
    step('Done: exactly those three are bent in the service.')
    return 0
  } catch (error) {
    step(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    for (const end of cleanUps.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Demo {
  folder: string
  step: (line: string) => void
  tidy: (() => Promise<unknown>)[]
}

async function steps({ folder, step, tidy: cleanUps }: Demo): Promise<void> {
  await buildIfStale(root)
  const serviceFolder = join(folder, 'workshop')
  const service = await startService(serviceProgram(root), {
    dataFolder: serviceFolder,
    port: 0,
    onUnexpectedEnd: () => {},
  })
  cleanUps.push(service.stop)
  if (service.keys === null) throw new Error('the new workshop printed no keys')
  const { sandbox, maskin } = service.keys
  const before = await bentInService(service.baseUrl, sandbox)
  step(`The sandbox workshop ${service.workshop} answers at ${service.baseUrl}; ${before.size} sheets are bent there.`)

  const network = await cuttableNetwork(service.baseUrl)
  cleanUps.push(network.close)
  const data = join(folder, 'station')
  mkdirSync(data, { mode: 0o700 })
  const connected = await connectWorkshop({ folder: data, baseUrl: network.baseUrl, key: maskin, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  const first = await startStationProcess(root, data)
  cleanUps.push(first.kill)
  step('A station is connected with the machine key and started.')

  const { today } = await first.status(
    ({ connection, days }) => connection.state === 'online' && days[0]?.readAt !== null,
  )
  const entries = await dayFetched(first, today)
  step(`The list of ${today} is here: ${entries.length} sheets, each with its drawing.`)

  const written = await dayWritten(first, today)
  const empty = written.files.filter((file) => statSync(file).size === 0)
  if (
    written.state !== 'done' ||
    written.refusals.length > 0 ||
    empty.length > 0 ||
    written.files.length < entries.length
  )
    throw new Error(`the day's files are incomplete: ${JSON.stringify(written)} ${empty.join(' ')}`)
  step(`${written.files.length} files of the day are written: DXF, one PDF of all sheets, and the tables.`)

  await network.cut()
  const chosen = entries.filter(mayBeMarked).slice(0, marksMade)
  if (chosen.length < marksMade) throw new Error('there are no three sheets to mark')
  const marks: MarkView[] = []
  for (const { entry } of chosen) {
    marks.push(
      await first.link.call('mark.create', { sheetId: entry.sheetId, drawingVersion: entry.drawingVersion, by }),
    )
  }
  step(`The network is cut, and three sheets are marked bent: ${chosen.map(nameOf).join(', ')}.`)

  await first.kill()
  step('The station is killed without warning.')

  const second = await startStationProcess(root, data)
  cleanUps.push(second.stop)
  const storedMarks = (await second.link.call('marks.list', {})).marks
  if (marks.some(({ id }) => !storedMarks.some((mark) => mark.id === id)))
    throw new Error('a mark was lost by the kill')
  const waiting = await second.status(({ connection, queue }) => connection.state === 'offline' && queue.held === 0)
  step(
    `It is started again, still without a network: all three marks are there, ${waiting.queue.undelivered} wait to go out.`,
  )
  if ((await bentInService(service.baseUrl, sandbox)).size !== before.size)
    throw new Error('the service knows of a mark although the network is cut')

  await network.restore()
  await second.link.call('sync.now', {})
  await second.status(({ queue }) => queue.undelivered === 0 && queue.held === 0)
  step('The network is back, and the queue is empty.')

  const after = await bentInService(service.baseUrl, sandbox)
  const added = [...after].filter(([id]) => !before.has(id))
  const expected = new Set(chosen.map(({ entry }) => entry.sheetId))
  if (added.length !== marksMade || added.some(([id, who]) => !expected.has(id) || who !== by))
    throw new Error(`the service has ${JSON.stringify(added)} bent, not exactly the three marked`)
}

/** Resolves with the day's entries when every readable sheet is stored. */
function dayFetched({ link }: StationProcess, date: string): Promise<EntryView[]> {
  return new Promise((resolve, reject) => {
    const check = async (): Promise<void> => {
      const { entries } = await link.call('list.read', { date })
      if (entries.length > 0 && entries.every(isHere)) resolve(entries)
    }
    link.subscribe((message) => {
      if (message.kind === 'snapshot' || (message.kind === 'push' && message.name === 'changed')) check().catch(reject)
    })
  })
}

/** Exports the day, and resolves with the result. */
async function dayWritten({ link }: StationProcess, date: string): Promise<ExportView> {
  const formats: DayFormat[] = ['dxf', 'pdf-batch', 'list-csv', 'plan-csv', 'counts-csv']
  const order = { kind: 'day' as const, date, pressBrakeId: null, formats }
  const { exportId } = await link.call('export.start', { order, preset: 'inventor', language: 'nb' })
  return new Promise((resolve) => {
    link.subscribe((message) => {
      const views =
        message.kind === 'snapshot'
          ? message.snapshot.exports
          : message.kind === 'push' && message.name === 'export'
            ? [message.data]
            : []
      const ended = views.find((view) => view.exportId === exportId && view.state !== 'running')
      if (ended !== undefined) resolve(ended)
    })
  })
}

const isHere = ({ sheetState }: EntryView): boolean => sheetState !== 'fetching'

const mayBeMarked = ({ entry, sheetState, mark }: EntryView): boolean =>
  sheetState === 'ready' &&
  mark === null &&
  entry.bent === null &&
  ['approved', 'not_required'].includes(entry.approval)

const nameOf = ({ entry }: EntryView): string => `${entry.orderNumber}/${entry.sheetNo}`

/** The id of every bent sheet on the lists, with the name of the person who marked it; read directly from the service. */
async function bentInService(baseUrl: string, key: string): Promise<Map<string, string | null>> {
  const bent = new Map<string, string | null>()
  const answer = page(bendingListEntry)
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })
    const response = await fetch(`${baseUrl}/bending-list?${query.toString()}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const list = read(reading(answer), await response.json())
    if (!list.ok) throw new Error(`the service's list cannot be read: ${JSON.stringify(list.error)}`)
    for (const entry of list.value.data) if (entry.bent !== null) bent.set(entry.sheetId, entry.bent.by)
    cursor = list.value.nextCursor
  }
  return bent
}
