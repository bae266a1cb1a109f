// A data folder of the service with a new sandbox. The sandbox is made once per worker and copied: a copy takes a tenth of the time.
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { inject } from 'vitest'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import type { FirstKeys } from '../../../src-service/seed/seed-sandbox.ts'
import { startService } from '../../../src-service/service.ts'

const templates = new Map<string, Promise<{ folder: string; keys: FirstKeys }>>()

/**
 * Makes `dataFolder` with a sandbox and returns its keys. `atMs`: the service's time when the sandbox is made; without it, an earlier
 * time of this run and of this day.
 */
export async function newSandbox(dataFolder: string, atMs?: number): Promise<FirstKeys> {
  const name = atMs === undefined ? workshopDate(Date.now()) : String(atMs)
  const template = templates.get(name) ?? makeTemplate(atMs ?? Date.now())
  templates.set(name, template)
  const { folder, keys } = await template
  cpSync(folder, dataFolder, { recursive: true })
  return keys
}

// A measurement of `npm run bench` runs outside of Vitest. It has no folder of the test run.
const parentFolder = (): string => (process.env['VITEST'] === undefined ? tmpdir() : inject('sharedFolder'))

async function makeTemplate(nowMs: number): Promise<{ folder: string; keys: FirstKeys }> {
  const folder = mkdtempSync(join(parentFolder(), 'service-'))
  const service = await startService({ dataFolder: folder, port: 0, clock: () => nowMs })
  await service.close()
  if (service.keys === null) throw new Error('the first start of a folder shows its keys')
  return { folder, keys: service.keys }
}
