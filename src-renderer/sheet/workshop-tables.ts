// The workshop's own allowance tables, as the station came with them.
import bends from '../../resources/allowances/bend-deductions.json' with { type: 'json' }
import hems from '../../resources/allowances/hem-allowances.json' with { type: 'json' }
import { readAllowanceTables } from '../../shared/bending/index.ts'

export const workshopTables = readAllowanceTables(bends, hems)
