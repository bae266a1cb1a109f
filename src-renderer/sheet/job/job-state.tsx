// One line above the button of a sheet: its mark, how it was bent, or the state of the brake. It always has the same height.
import type { MarkView } from '../../../shared/station-api/index.ts'
import { toneOfBrake } from '../../brake/brake-texts.ts'
import { useBrakeState } from '../../brake/other-sheet.ts'
import { markSentences } from '../../language/mark-texts.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useBrake, useLinkState, useStatus } from '../../station/station-context.tsx'
import { toneOf, type Tone } from '../../ui/bend-state.ts'
import { Sign } from '../../ui/sign.tsx'
import type { Sheet } from '../sheet.ts'

export interface JobStateProps {
  sheet: Sheet
  /** A mark that was not cancelled. */
  mark: MarkView | null
  /** Since the sheet was opened. Without a mark, the undo was successful. */
  hasPressedUndo: boolean
}

export function JobState({ sheet, mark, hasPressedUndo }: JobStateProps) {
  const texts = useTexts()
  const { t } = texts
  const bentText = useBentText(sheet.bent)
  if (mark !== null)
    return (
      <StateLine tone={toneOf(mark.state)} title={t(`state.${mark.state}`)}>
        {markSentences(texts, mark).join(' ')}
      </StateLine>
    )
  if (bentText !== null)
    return (
      <StateLine tone="done" title={t('state.bent')}>
        {bentText}
      </StateLine>
    )
  if (hasPressedUndo) return <StateLine tone="open" title={t('mark_state.cancelled')} />
  return <BrakeLine sheetId={sheet.id} />
}

function useBentText(bent: Sheet['bent']): string | null {
  const { t, when } = useTexts()
  const { brakes } = useStatus()
  if (bent === null) return null
  const brake = brakes.find(({ id }) => id === bent.pressBrakeId)
  const text =
    bent.by === null
      ? t('mark.bent_at', { when: when(bent.at) })
      : t('mark.bent_by', { when: when(bent.at), by: bent.by })
  return brake === undefined ? text : `${text} ${t('mark.bent_on', { brake: brake.name })}`
}

/** Nothing for a station without a brake connection. */
function BrakeLine({ sheetId }: { sheetId: string }) {
  const { t } = useTexts()
  const brake = useBrake()
  const isOpen = useLinkState() === 'open'
  // without a connection to the station the state of the brake is unknown
  const state = isOpen ? brake.state : 'stale'
  const text = useBrakeState({ ...brake, state }, sheetId)
  if (brake.link === null) return <div className="job-state" />
  const needsAnswer = brake.loaded?.sheetId === sheetId && brake.loaded.needsConfirmation
  if (needsAnswer) return <StateLine tone="needs_person" title={t('brake_link.waits_for_answer')} />
  return <StateLine tone={toneOfBrake(state)} title={text} />
}

function StateLine({ tone, title, children }: { tone: Tone; title: string; children?: React.ReactNode }) {
  return (
    <div className={`job-state tone-${tone}`} role={tone === 'needs_person' || tone === 'fault' ? 'alert' : 'status'}>
      <Sign tone={tone} />
      <p>
        <strong>{title}</strong>
        {children !== undefined && <span className="job-state-text"> {children}</span>}
      </p>
    </div>
  )
}
