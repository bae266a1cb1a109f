// The sheets of the sandbox, the list of its deliberately wrong sheets, and the station's allowance tables, parsed strictly.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { AllowanceTables } from '../../../shared/bending/index.ts'
import { readBendTable, readHemTable } from '../../../shared/workshop-files/index.ts'
import { profile, unfolding } from '../../../shared/workshop-api/resources/bending-sheet.ts'

export const resource = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../resources/${path}`, import.meta.url), 'utf8'))

export const sandboxSheets = z
  .object({ sheets: z.array(z.object({ key: z.string(), profile, unfolding })) })
  .parse(resource('sandbox/sheets.json')).sheets

export const wrongSheets = z
  .object({
    sheets: z.array(
      z.object({
        key: z.string(),
        cause: z.string(),
        what: z.string(),
        trueWidthMm: z.number(),
        writtenWidthMm: z.number(),
        trueBendPositionsMm: z.array(z.number()),
        writtenBendPositionsMm: z.array(z.number()),
      }),
    ),
  })
  .parse(resource('sandbox/deliberately-wrong.json')).sheets

export function workshopTables(): AllowanceTables {
  const bends = readBendTable(JSON.stringify(resource('allowances/bend-deductions.json')))
  const hems = readHemTable(JSON.stringify(resource('allowances/hem-allowances.json')))
  if (!bends.ok || !hems.ok) throw new Error('the shipped tables are refused')
  return { bends: bends.value, hems: hems.value }
}
