// Computes the flat pattern of ten thousand sheets and compares each with the flat pattern that the service sent.
import { checkFlatPattern } from '../../../shared/bending/index.ts'
import { generatedSheets } from '../../fixtures/generated-sheets.ts'
import { workshopTables } from '../../unit/bending/sandbox-bending.ts'
import type { Row } from '../run.ts'
import { median, processorTimed } from '../side-by-side.ts'

const count = 10_000
const rounds = 5

export async function flatPatternRows(): Promise<Row[]> {
  const sheets = generatedSheets(count, 1)
  const tables = workshopTables()
  const check = processorTimed(() => {
    for (const sheet of sheets) {
      const checked = checkFlatPattern(sheet, { tables })
      if (!checked.ok) throw new Error(`${sheet.id}: ${checked.error.message}`)
    }
  })
  const cold = await check()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await check())
  const warm = median(times)
  return [
    {
      name: `flat pattern and check of ${count} generated sheets, first run in the process`,
      measured: `${cold.toFixed(0)} ms of processor time; later runs ${warm.toFixed(0)} ms (median of ${rounds})`,
      limit: 'under 1 000 ms',
      passes: cold < 1_000,
    },
  ]
}
