// What prevents the next action of a sheet, and where an operator can act on it, as texts.
import type { BrakePreview } from '../../../shared/station-api/index.ts'
import { refusalSentence } from '../../brake/brake-texts.ts'
import { useOtherSheetName } from '../../brake/other-sheet.ts'
import { useTexts } from '../../language/use-texts.ts'
import { reasonTexts } from '../../machines/machine-texts.ts'
import type { Sheet } from '../sheet.ts'
import type { MachineVerdict } from './machine-facts.ts'
import type { Obstacle } from './primary-action.ts'

export interface ObstacleTexts {
  readonly title: string
  /** Null: the title is enough. */
  readonly reason: string | null
}

export interface ObstacleParts {
  readonly sheet: Sheet
  readonly verdict: MachineVerdict
  readonly preview: BrakePreview | undefined
}

export function useObstacleTexts({ sheet, verdict, preview }: ObstacleParts): (by: Obstacle) => ObstacleTexts {
  const texts = useTexts()
  const { t } = texts
  const other = useOtherSheetName(sheet.id)
  const machine = verdict.answer?.machine.name ?? ''
  const reasons = verdict.answer === null ? [] : reasonTexts(texts, verdict.answer)
  return (by) => {
    switch (by) {
      case 'does_not_fit':
        return { title: t('job.blocked.does_not_fit', { machine }), reason: reasons.join('; ') || null }
      case 'fits_none':
        return { title: t('job.blocked.fits_none'), reason: reasons.join('; ') || null }
      case 'other_kind':
        return { title: t('job.blocked.other_kind', { machine }), reason: t('job.blocked_why.other_kind') }
      case 'other_loaded':
        return {
          title: other === null ? t('job.blocked.other_loaded') : t('job.blocked.other_loaded_named', { sheet: other }),
          reason: t('brake_link.other_todo'),
        }
      case 'no_program':
        return {
          title: t('job.blocked.no_program'),
          reason: preview?.kind === 'refused' ? refusalSentence(texts, preview) : null,
        }
      case 'link_lost':
      case 'awaiting':
      case 'other_sending':
      case 'brake_probing':
      case 'brake_disconnected':
        return { title: t(`job.blocked.${by}`), reason: null }
      case 'old_print':
      case 'unsound':
      case 'drawing_wrong':
      case 'handed_over':
      case 'not_approved':
      case 'change_requested':
      case 'older_program':
      case 'brake_alarm':
      case 'brake_running':
      case 'brake_silent':
        return { title: t(`job.blocked.${by}`), reason: t(`job.blocked_why.${by}`) }
    }
  }
}

/** The panel in which an operator can act on an obstacle; null: none. */
export function panelOf(by: Obstacle): 'work' | 'brake' | null {
  switch (by) {
    case 'drawing_wrong':
    case 'handed_over':
    case 'not_approved':
      return 'work'
    case 'older_program':
    case 'other_loaded':
    case 'no_program':
    case 'brake_alarm':
    case 'brake_silent':
    case 'brake_disconnected':
      return 'brake'
    case 'link_lost':
    case 'old_print':
    case 'unsound':
    case 'awaiting':
    case 'change_requested':
    case 'fits_none':
    case 'does_not_fit':
    case 'other_kind':
    case 'other_sending':
    case 'brake_running':
    case 'brake_probing':
      return null
  }
}
