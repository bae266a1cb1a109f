// The settings that a technician makes for this station, in one JSON file of its data folder. The key is stored by key-safe.ts.
//
// `npm start` without a settings file in the data folder runs on a sandbox: the station's folder is then `sandbox/station` below
// it, with a settings file of its own, so that a real workshop's store and the sandbox's never mix.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { usualToleranceMm } from '../../../shared/bending/index.ts'
import { dxfPreset, planSettings } from '../../../shared/station-api/index.ts'
import { uuid } from '../../../shared/workshop-api/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import { readJson } from '../../platform/read-json.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

/** A sheet whose flat pattern differs by more gets a warning, mm. */
export const toleranceMm = z.number().min(0.05).max(5)

/** Null: no updates. */
export const updateFeed = z.url({ protocol: /^https$/ }).nullable()

const settings = z.strictObject({
  /** The workshop service, ending in `/api/v1`. */
  baseUrl: z.string().min(1),
  /** The press brake beside this station. Its sheets are fetched first. */
  ownBrakeId: uuid.nullable().default(null),
  /** How many stations use the same key; the poll pause follows from it. */
  stationsSharingKey: z.int().min(1).max(10).default(3),
  /** Where exports go; null: the folder `exports` beside the store. */
  exportFolder: z.string().min(1).nullable().default(null),
  toleranceMm: toleranceMm.default(usualToleranceMm),
  /** The preset of an export until a person chooses another. */
  dxfPreset: dxfPreset.default('inventor'),
  /** The connection to the brake's controller, and the path or name of the controller file; null: pieces are counted by hand. */
  brake: z
    .strictObject({ uri: z.string().min(1), map: z.string().min(1) })
    .nullable()
    .default(null),
  /** A sheet is marked automatically when the brake has made all of its pieces. */
  marksByItself: z.boolean().default(false),
  /** The planner's settings for the machines. */
  planning: planSettings.prefault({}),
  /** The address from which the packaged desktop app gets updates; null: none. */
  updateFeed: updateFeed.default(null),
})
export type Settings = z.infer<typeof settings>

/** The settings before a person changes any. */
export const usualSettings = settings.omit({ baseUrl: true }).parse({})

/** The settings file is invalid. The message names the file and the field. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}

const settingsFile = (folder: string): string => join(folder, 'settings.json')

/** Null where there is no settings file. Throws SettingsError for an invalid one. */
export function readSettings(folder: string): Settings | null {
  const path = settingsFile(folder)
  if (!existsSync(path)) return null
  const file = readJson(path, (cause) => new SettingsError(`${path} is not JSON: ${messageOf(cause)}`))
  const result = settings.safeParse(withCurrentNames(file))
  if (result.success) return result.data
  const reasons = result.error.issues.map(
    (issue) => `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}`,
  )
  throw new SettingsError(`${path}: ${reasons.join('; ')}`)
}

/** Writes the whole file. A setting that is left out keeps its value, or gets its default. */
export function writeSettings(folder: string, changed: Partial<Settings> & { baseUrl: string }): Settings {
  const next = settings.parse({ ...readSettings(folder), ...changed })
  writeFileWhole(settingsFile(folder), `${JSON.stringify(next, null, 2)}\n`, 0o600)
  return next
}

// cspell:ignore plate
/** Older files have the minutes of a material change as `plateMin`. */
const oldTimes = z.looseObject({ plateMin: z.number() })
const oldFile = z.looseObject({ planning: z.looseObject({ times: z.record(z.string(), z.unknown()) }) })

/** Renames the fields of an older settings file, so that the workshop's figures are kept. */
function withCurrentNames(file: unknown): unknown {
  const old = oldFile.safeParse(file)
  if (!old.success) return file
  const { planning } = old.data
  const times = Object.entries(planning.times).map(([machine, value]) => {
    const named = oldTimes.safeParse(value)
    if (!named.success) return [machine, value]
    const { plateMin: materialMin, ...rest } = named.data
    return [machine, { materialMin, ...rest }]
  })
  return { ...old.data, planning: { ...planning, times: Object.fromEntries(times) } }
}
