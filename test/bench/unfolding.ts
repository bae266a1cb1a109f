// How long it takes to unfold ten thousand sheets and to check each against the service's unfolding.
import { checkUnfolding } from '../../shared/bending/index.ts'
import { generatedSheets } from '../fixtures/generated-sheets.ts'
import { workshopTables } from '../unit/bending/sandbox-bending.ts'
import type { Row } from './run.ts'
import { median, timed } from './side-by-side.ts'

const count = 10_000
const rounds = 5

export async function unfoldingRows(): Promise<Row[]> {
  const sheets = generatedSheets(count, 1)
  const tables = workshopTables()
  const check = timed(() => {
    for (const sheet of sheets) {
      const checked = checkUnfolding(sheet, { tables })
      if (!checked.ok) throw new Error(`${sheet.id}: ${checked.refusal.message}`)
    }
  })
  const cold = await check()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await check())
  const warm = median(times)
  return [
    {
      what: `unfolding and check of ${count} generated sheets, the first time in this process`,
      measured: `${cold.toFixed(0)} ms of the processor; ${warm.toFixed(0)} ms from then on (median of ${rounds})`,
      promised: 'under 1 000 ms',
      holds: cold < 1_000,
    },
  ]
}
