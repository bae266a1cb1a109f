// The peak memory of a process that exports a hundred sheets as one PDF. Started as a program, this file exports into the folder
// of its arguments and prints its own peak.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createExporter } from '../../../src-main/exports/index.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import type { Bench, Row } from '../run.ts'
import { isStarted } from '../../is-started.ts'

const count = 100
const maxMb = 350

export function exportMemoryRows({ root, folder }: Bench): Row[] {
  const exports = join(folder, 'exports')
  mkdirSync(exports)
  const peakMb = Number(execFileSync(process.execPath, [import.meta.filename, root, exports], { encoding: 'utf8' }))
  return [
    {
      name: `peak resident memory of a process that exports a batch of ${count} sheets as one PDF`,
      measured: `${peakMb.toFixed(0)} MB`,
      limit: `under ${maxMb} MB`,
      passes: peakMb < maxMb,
    },
  ]
}

async function exportBatch(root: string, folder: string): Promise<number> {
  const font = readFileSync(join(root, 'resources/fonts/DejaVuSans.ttf'))
  const sheets = sandboxSheets().slice(0, count)
  const { files, refused, failed } = await createExporter({ folder, font }).exportSheets(sheets, ['pdf-batch'])
  if (files.length !== 1 || refused.length > 0 || failed !== null) throw new Error('not every sheet was exported')
  return process.resourceUsage().maxRSS / 1024
}

if (isStarted(import.meta.filename)) {
  const [root = '', folder = ''] = process.argv.slice(2)
  console.log(await exportBatch(root, folder))
}
