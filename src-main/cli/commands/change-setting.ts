// `kant settings`: shows the settings that a technician can change by command, and changes one. Writes the settings file of a folder.
import { dxfPreset } from '../../../shared/station-api/index.ts'
import { readSettings, toleranceMm, updateFeed, writeSettings, type Settings } from '../../station/settings/index.ts'
import { sandboxHint } from '../terminal.ts'

export interface SettingsAnswer {
  readonly ok: boolean
  /** Sentences for a person. */
  readonly lines: readonly string[]
}

const notConnected = (folder: string): SettingsAnswer => ({
  ok: false,
  lines: [
    `No workshop is connected to ${folder} yet. Connect one first: the settings are stored with it.`,
    ...sandboxHint(folder),
  ],
})

export function showSettings(folder: string): SettingsAnswer {
  const settings = readSettings(folder)
  return settings === null ? notConnected(folder) : { ok: true, lines: describeSettings(settings) }
}

/** `tolerance`: mm, with a point or a comma; `preset`: a name; `marks`: by-hand or by-itself; `updates`: an https address or off. A refused value changes nothing. */
export function changeSetting(folder: string, name: string, value: string): SettingsAnswer {
  const settings = readSettings(folder)
  if (settings === null) return notConnected(folder)
  const changed = parseSetting(name, value)
  if (typeof changed === 'string') return { ok: false, lines: [changed] }
  return { ok: true, lines: describeSettings(writeSettings(folder, { baseUrl: settings.baseUrl, ...changed })) }
}

function parseSetting(name: string, value: string): Partial<Settings> | string {
  if (name === 'tolerance') {
    const number = /^\d+([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN
    const tolerance = toleranceMm.safeParse(number)
    if (tolerance.success) return { toleranceMm: tolerance.data }
    return `The tolerance must be ${toleranceMm.minValue} to ${toleranceMm.maxValue} mm, not ${value}.`
  }
  if (name === 'preset') {
    const preset = dxfPreset.safeParse(value)
    if (preset.success) return { dxfPreset: preset.data }
    return `There is no DXF preset "${value}". The presets are ${dxfPreset.options.join(', ')}.`
  }
  if (name === 'marks') {
    if (value === 'by-itself' || value === 'by-hand') return { marksByItself: value === 'by-itself' }
    return `"marks" must be by-hand or by-itself, not ${value}.`
  }
  if (name === 'updates') {
    const feed = updateFeed.safeParse(value === 'off' ? null : value)
    if (feed.success) return { updateFeed: feed.data }
    return `"updates" must be an address that begins with https://, or off; not ${value}.`
  }
  return `There is no setting "${name}". The settings are tolerance, preset, marks and updates.`
}

const describeSettings = ({
  toleranceMm: tolerance,
  dxfPreset: preset,
  marksByItself,
  updateFeed: feed,
}: Settings): string[] => [
  `tolerance ${tolerance}   a warning is shown if a flat pattern differs by more mm`,
  `preset ${preset}   the default layer names of a DXF file`,
  `marks ${marksByItself ? 'by-itself' : 'by-hand'}   by-itself: the last piece that the brake counts marks the sheet; used from the station's next start`,
  `updates ${feed ?? 'off'}   where the packaged app checks for updates; used from its next start`,
]
