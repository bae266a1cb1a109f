// The settings of this station's screens, which need no workshop: language, kiosk and scanner. Reads and writes one file of the data folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { language, scannerSettings, defaultScanner } from '../../../shared/station-api/index.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

const screenSettings = z.strictObject({
  language: language.nullable().default(null),
  kiosk: z.boolean().default(false),
  scanner: scannerSettings.default(defaultScanner),
})
type ScreenSettings = z.infer<typeof screenSettings>

export interface ScreenSettingsFile {
  now: () => ScreenSettings
  /** Written before it returns. Throws the file system's own error; then nothing has changed. */
  change: (changed: Partial<ScreenSettings>) => void
}

/** A file that cannot be read counts as absent: its settings are not worth a station that does not open. */
export function openScreenSettings(folder: string, onError: (error: unknown) => void): ScreenSettingsFile {
  const path = join(folder, 'screen.json')
  let now = screenSettings.parse({})
  try {
    if (existsSync(path)) now = screenSettings.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    onError(error)
  }
  return {
    now: () => now,
    change: (changed) => {
      const next = screenSettings.parse({ ...now, ...changed })
      writeFileWhole(path, `${JSON.stringify(next, null, 2)}\n`)
      now = next
    },
  }
}
