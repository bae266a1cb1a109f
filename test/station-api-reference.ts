// Writes the reference page of the station API: `node test/station-api-reference.ts`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { stationApiReference } from '../shared/station-api/reference.ts'

export const referenceFile = join(import.meta.dirname, '../resources/handbook/reference/station-api.md')

/** The page as prettier formats it. */
export const referencePage = (): Promise<string> =>
  format(stationApiReference(), { parser: 'markdown', printWidth: 120, semi: false, singleQuote: true })

if (import.meta.main) writeFileSync(referenceFile, await referencePage())
