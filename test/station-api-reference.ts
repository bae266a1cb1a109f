// Writes the reference page of the station API: `npm run reference`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stationApiReference } from '../shared/station-api/reference.ts'
import { formatMarkdown } from './format.ts'
import { isStarted } from './is-started.ts'

export const referenceFile = join(import.meta.dirname, '../resources/handbook/reference/station-api.md')

/** The page as `npm run format` formats it. */
export const referencePage = (): Promise<string> => formatMarkdown(stationApiReference())

if (isStarted(import.meta.filename)) writeFileSync(referenceFile, await referencePage())
