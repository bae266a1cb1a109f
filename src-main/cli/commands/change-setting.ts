// The settings that a technician may change by command: read from words, refused in words. Writes the settings file of a folder.
import { dxfPreset } from '../../../shared/station-api/index.ts'
import { readSettings, toleranceMm, updateFeed, writeSettings, type Settings } from '../../station/settings/index.ts'
import { sandboxHint } from '../terminal/index.ts'

export interface SettingsAnswer {
  readonly ok: boolean
  /** For a person. */
  readonly lines: readonly string[]
}

const notConnected = (folder: string): SettingsAnswer => ({
  ok: false,
  lines: [
    `No workshop is connected to ${folder} yet. Connect first: the settings are kept with it.`,
    ...sandboxHint(folder),
  ],
})

export function showSettings(folder: string): SettingsAnswer {
  const settings = readSettings(folder)
  return settings === null ? notConnected(folder) : { ok: true, lines: inWords(settings) }
}

/** `tolerance` in mm, with a point or a comma; `preset` by its name; `marks` by-hand or by-itself; `updates` an https address or off. Nothing is written of what is refused. */
export function changeSetting(folder: string, name: string, value: string): SettingsAnswer {
  const settings = readSettings(folder)
  if (settings === null) return notConnected(folder)
  const changed = read(name, value)
  if (typeof changed === 'string') return { ok: false, lines: [changed] }
  return { ok: true, lines: inWords(writeSettings(folder, { baseUrl: settings.baseUrl, ...changed })) }
}

function read(name: string, value: string): Partial<Settings> | string {
  if (name === 'tolerance') {
    const figure = /^\d+([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN
    const tolerance = toleranceMm.safeParse(figure)
    if (tolerance.success) return { toleranceMm: tolerance.data }
    return `The tolerance is ${toleranceMm.minValue} to ${toleranceMm.maxValue} mm, not ${value}.`
  }
  if (name === 'preset') {
    const preset = dxfPreset.safeParse(value)
    if (preset.success) return { dxfPreset: preset.data }
    return `There is no DXF preset "${value}". There are ${dxfPreset.options.join(', ')}.`
  }
  if (name === 'marks') {
    if (value === 'by-itself' || value === 'by-hand') return { marksByItself: value === 'by-itself' }
    return `Sheets are marked by-hand or by-itself, not ${value}.`
  }
  if (name === 'updates') {
    const feed = updateFeed.safeParse(value === 'off' ? null : value)
    if (feed.success) return { updateFeed: feed.data }
    return `Updates come from an address that begins with https://, or are off; not ${value}.`
  }
  return `There is no setting "${name}". There are tolerance, preset, marks and updates.`
}

const inWords = ({
  toleranceMm: tolerance,
  dxfPreset: preset,
  marksByItself,
  updateFeed: feed,
}: Settings): string[] => [
  `tolerance ${tolerance}   a sheet's unfolding that differs by more mm is warned of`,
  `preset ${preset}   what the layers of a DXF are called, where nobody chose`,
  `marks ${marksByItself ? 'by-itself' : 'by-hand'}   whether a sheet is marked bent when the brake has made its last piece; from the station's next start`,
  `updates ${feed ?? 'off'}   where the packaged app looks for a newer one; from its next start`,
]
