// The title and the result of an export, as texts.
import type { ExportView, PressBrake } from '../../shared/station-api/index.ts'
import { refusalText } from '../language/refusal-texts.ts'
import type { Texts } from '../language/use-texts.ts'
import type { Tone } from '../ui/bend-state.ts'

type Brakes = readonly Pick<PressBrake, 'id' | 'name'>[]

/** 'mandag 23. november, Kantpresse 1 – DXF, samlet PDF' */
export function exportTitle({ t, day }: Texts, { summary }: ExportView, brakes: Brakes): string {
  const formats = summary.formats.map((format) => t(`export_short.${format}`)).join(', ')
  if (summary.kind === 'sheets')
    return t('export.title_of', { what: summary.name ?? t('export.sheets', { count: summary.sheets }), formats })
  const brake =
    summary.pressBrakeId === null
      ? t('export.all_brakes')
      : (brakes.find(({ id }) => id === summary.pressBrakeId)?.name ?? t('brake.unknown'))
  return t('export.title_of', { what: t('export.day', { day: day(summary.date), brake }), formats })
}

/** The number of files and their folder, and what stopped the export or was left out. For an export that has ended. */
export function exportOutcome(texts: Texts, { state, files, folder, refusals, failure }: ExportView): string {
  const { t } = texts
  const [only] = refusals
  return [
    state === 'cancelled' && t('export.cancelled'),
    state === 'failed' && `${t('export.stopped')}: ${failure ?? ''}`,
    files.length > 0 && `${t('export.files', { count: files.length })} ${t('export.in_folder', { folder })}`,
    refusals.length === 1 && only !== undefined
      ? `${t('export.refused_count', { count: 1 })}: ${refusedText(texts, only)}`
      : refusals.length > 0 && t('export.refused_count', { count: refusals.length }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The sheet that was not written, and why. */
export const refusedText = (texts: Texts, refusal: ExportView['refusals'][number]): string =>
  texts.t('export.refused', { name: refusal.name, reason: refusalText(texts, refusal) })

export function toneOfExport({ state, refusals }: ExportView): Tone {
  if (state === 'running') return 'moving'
  if (state === 'failed') return 'fault'
  return state === 'cancelled' || refusals.length > 0 ? 'needs_person' : 'done'
}
