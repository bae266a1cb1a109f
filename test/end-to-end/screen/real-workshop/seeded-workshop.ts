// A sandbox service and station folders that hold its lists and sheets already. The first use in a worker seeds the service and lets
// one station fetch everything; every later use starts on copies. Writes only below the temporary folder.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Station } from '../../../../shared/station-api/index.ts'
import { openStation } from '../../../../src-main/station/open/station.ts'
import { startService, type Service } from '../../../../src-service/service.ts'
import { connectFolder } from '../../../connect-folder.ts'

export interface SeededService {
  service: Service
  /** A key for a station: it may read and mark sheets. */
  key: string
}

interface Template {
  folder: string
  key: string
}

/** A higher limit than the tests reach, so that no test waits for the next minute. */
const limitFactor = 100

let template: Promise<Template> | null = null

/** Starts a service of its own on a copy of the seeded folder. The caller closes it and removes `dataFolder`. */
export async function startSeededService(dataFolder: string): Promise<SeededService> {
  template ??= makeTemplate()
  const { folder, key } = await template
  cpSync(join(folder, 'workshop'), dataFolder, { recursive: true })
  return { service: await startService({ dataFolder, port: 0, limitFactor }), key }
}

/** Makes the folder of a station that is connected to that service and has its lists and sheets in the cache. */
export async function connectFetchedStation(dataFolder: string, baseUrl: string): Promise<void> {
  template ??= makeTemplate()
  const { folder, key } = await template
  mkdirSync(dataFolder)
  // only the cache: the store of marks gives each station its own identity
  copyFileSync(join(folder, 'station', 'cache.db'), join(dataFolder, 'cache.db'))
  await connect(dataFolder, baseUrl, key)
}

async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(inject('sharedFolder'), 'seeded-'))
  const service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor })
  const key = service.keys?.maskin ?? ''
  const dataFolder = join(folder, 'station')
  mkdirSync(dataFolder)
  await connect(dataFolder, service.baseUrl, key)
  const { station, close } = openStation({ dataFolder, systemKeyStore: null })
  await untilFetched(station)
  await close()
  await service.close()
  return { folder, key }
}

async function connect(folder: string, baseUrl: string, key: string): Promise<void> {
  const connected = await connectFolder(folder, baseUrl, key)
  if (!connected.ok) throw new Error(connected.lines.join(' '))
}

async function untilFetched(station: Station): Promise<void> {
  while (!isFetched(station)) await nextPush(station)
}

function nextPush(station: Station): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = station.subscribe(() => {
      unsubscribe()
      resolve()
    })
  })
}

function isFetched(station: Station): boolean {
  const { upToDateAt, pull, days } = station.snapshot().status
  if (upToDateAt === null || pull !== null || days.length === 0) return false
  return days.every(({ date }) => {
    const list = station.handlers['list.read']({ date })
    if (list instanceof Promise) throw new Error('a real station reads a list synchronously')
    return list.readAt !== null && list.entries.every(({ sheetState }) => sheetState !== 'fetching')
  })
}
