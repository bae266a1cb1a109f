// What the workshop service costs beside what it stands on: reads beside a bare Fastify route that sends the same bytes, new orders
// beside SQLite's own commits on the same disk; and whether its memory grows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Row } from './run.ts'
import { served } from './load.ts'
import type { Ask, Served } from './load.ts'
import { sideBySide } from './side-by-side.ts'

const rounds = 5
const callsARound = 2_000

export async function serviceRows({ folder }: Bench): Promise<Row[]> {
  const service = await served('service', join(folder, 'workshop'))
  try {
    const list = await service.call(1, () => get(service, '/bending-list?limit=1'))
    const sheetId = /"sheetId":"([^"]+)"/.exec(list.toString())?.[1] ?? ''
    return [
      await readRow(service, folder, 'GET /orders', '/orders'),
      await readRow(service, folder, 'GET /bending-sheets/{id}', `/bending-sheets/${sheetId}`),
    ]
  } finally {
    await service.stop()
  }
}

const get = ({ key }: Served, path: string): Ask => ({
  path: `/api/v1${path}`,
  headers: { authorization: `Bearer ${key}` },
})

async function readRow(service: Served, folder: string, name: string, path: string): Promise<Row> {
  const body = await service.call(1, () => get(service, path))
  const file = join(folder, 'body.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, body)
  const bare = await served('bare', file)
  const cpu = (of: Served, ask: () => Ask) => async () => {
    const before = await of.usage()
    await of.call(callsARound, ask)
    return (await of.usage()).cpuMs - before.cpuMs
  }
  const { ours, theirs } = await sideBySide(
    cpu(service, () => get(service, path)),
    cpu(bare, () => ({ path: '/' })),
    rounds,
  )
  await bare.stop()
  return {
    what: `${name}, ${body.length} bytes, beside a bare Fastify route that sends the same (processor time, medians of ${rounds} rounds)`,
    measured: `${perSecond(ours)} and ${perSecond(theirs)} requests a second of the processor: ${(theirs / ours).toFixed(2)} of the bare rate`,
    promised: 'no less than 0.5',
    holds: theirs / ours >= 0.5,
  }
}

const perSecond = (ms: number): string => ((callsARound / ms) * 1000).toFixed(0)
