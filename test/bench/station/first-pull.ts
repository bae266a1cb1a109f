// The first pull of a day with 500 sheets: the number of calls, the time until the first sheet is usable, the duration without call
// limits, and the duration that the station states under the limits of a live workshop.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { startStationProcess, type StationProcess } from '../../../src-main/cli/demo/station-process.ts'
import type { Bench, Row } from '../run.ts'
import { benchWorkshop } from '../workshop.ts'

const sheetsAdded = 500
const liveLimitFactor = 2
const raisedLimitFactor = 1_000

export async function firstPullRows({ root, folder }: Bench): Promise<Row[]> {
  return [
    ...(await completePull({ root, folder: join(folder, 'unlimited') })),
    ...(await firstSheet({ root, folder: join(folder, 'limited') })),
  ]
}

async function completePull({ root, folder }: Bench): Promise<Row[]> {
  const { service, station } = await benchWorkshop(folder, sheetsAdded, raisedLimitFactor)
  const startMs = performance.now()
  const running = await startStationProcess(root, station)
  await running.status(({ upToDateAt }) => upToDateAt !== null)
  const seconds = (performance.now() - startMs) / 1000
  const { days } = await running.status(() => true)
  await running.stop()
  await service.close()

  const calls = callsIn(station)
  const sheets = calls.filter((call) => call === 'readBendingSheet').length
  const pages = days.reduce((sum, { entries }) => sum + Math.max(1, Math.ceil(entries / 100)), 0)
  const maxCalls = sheets + pages + 5
  return [
    {
      name: `calls of the first pull, ${sheets} sheets in the lists of two days`,
      measured: `${calls.length} calls`,
      limit: `at most ${maxCalls}: ${sheets} changed sheets + ${pages} list pages of 100 + 5`,
      passes: calls.length <= maxCalls && sheets >= sheetsAdded,
    },
    {
      name: 'duration of the same pull without call limits, from the start of the program',
      measured: `${seconds.toFixed(1)} s, ${(sheets / seconds).toFixed(0)} sheets/s`,
      limit: 'no limit; under call limits it takes longer',
      passes: true,
    },
  ]
}

async function firstSheet({ root, folder }: Bench): Promise<Row[]> {
  const { service, station } = await benchWorkshop(folder, sheetsAdded, liveLimitFactor)
  const startMs = performance.now()
  const running = await startStationProcess(root, station)
  const seconds = await firstReady(running, startMs)
  const { pull } = await running.status((status) => status.pull !== null)
  await running.stop()
  await service.close()
  return [
    {
      name: "time from the start of the program until the first sheet is usable, on a day with 500 sheets under a live workshop's call limits",
      measured: `${seconds.toFixed(2)} s; the station reports ${pull?.done} of ${pull?.total} done, about ${pull?.secondsLeft} s left`,
      limit: '2 s, and the station reports the remaining time',
      passes: seconds <= 2 && pull !== null && pull.secondsLeft > 0,
    },
  ]
}

function firstReady({ link }: StationProcess, started: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const checkSheet = async (sheetId: string): Promise<void> => {
      const { state } = await link.call('sheet.read', { sheetId })
      if (state === 'ready') resolve((performance.now() - started) / 1000)
    }
    link.subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'changed') return
      for (const sheetId of message.data.sheetIds) checkSheet(sheetId).catch(reject)
    })
  })
}

const logLine = z.object({ msg: z.string(), call: z.string().optional() })

function callsIn(station: string): string[] {
  return readFileSync(join(station, 'station.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => logLine.parse(JSON.parse(line)))
    .flatMap(({ msg, call }) => (msg === 'call' && call !== undefined ? [call] : []))
}
