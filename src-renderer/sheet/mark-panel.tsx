// Marks the sheet as bent, undoes a held mark, and shows the state of the mark. Opens the work panel.
import { Button } from '../ui/button.tsx'
import type { MarkView } from '../../shared/station-api/index.ts'
import { markSentences } from '../language/mark-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { needsPerson, toneOf } from '../ui/bend-state.ts'
import { useStatus } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import { OperatorButton } from '../work/operator-button.tsx'
import { MarkButton } from './mark-button.tsx'
import type { Sheet } from './sheet.ts'
import { UndoButton } from './undo-button.tsx'

export interface MarkPanelProps {
  sheet: Sheet
  mark: MarkView | null
  /** The panel that is open above it. */
  side: 'facts' | 'work' | 'brake'
  onCount: () => void
}

export function MarkPanel({ sheet, mark, side, onCount }: MarkPanelProps) {
  const marked = mark !== null && mark.state !== 'cancelled' ? mark : null
  return (
    <section className="mark-panel">
      {side === 'facts' && (
        <div className="mark-head">
          <CountButton sheet={sheet} onCount={onCount} />
          <OperatorButton />
        </div>
      )}
      {marked !== null ? (
        <MarkState mark={marked} />
      ) : sheet.bent !== null ? (
        <BentState bent={sheet.bent} />
      ) : (
        <MarkButton sheet={sheet} cancelled={mark} isCounting={side === 'work'} onCount={onCount} />
      )}
    </section>
  )
}

function CountButton({ sheet, onCount }: { sheet: Sheet; onCount: () => void }) {
  const { t } = useTexts()
  const work = useWork(sheet.id).data
  const isStarted = work?.pieces.some((piece) => piece.done > 0) === true
  const wanted = sheet.pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Button onPress={onCount}>{isStarted ? t('work.open_done', { done: work.done, wanted }) : t('work.open')}</Button>
  )
}

function MarkState({ mark }: { mark: MarkView }) {
  const texts = useTexts()
  const { t } = texts
  const tone = toneOf(mark.state)
  const needsAnswer = needsPerson(mark.state)
  return (
    <>
      <div className={`mark-state tone-${tone}`} role={tone === 'person' ? 'alert' : 'status'}>
        <Sign tone={tone} />
        <div>
          <strong>{t(`state.${mark.state}`)}</strong>
          {markSentences(texts, mark).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      {mark.state === 'held' && mark.heldUntil !== null ? (
        <UndoButton markId={mark.id} heldUntil={mark.heldUntil} />
      ) : (
        <Button
          variant={needsAnswer ? 'primary' : 'plain'}
          size={needsAnswer ? 'big' : 'normal'}
          onPress={() => goTo({ screen: 'mark', markId: mark.id })}
        >
          {t(needsAnswer ? 'marks.answer' : 'marks.look')}
        </Button>
      )}
    </>
  )
}

function BentState({ bent }: { bent: NonNullable<Sheet['bent']> }) {
  const { t, when } = useTexts()
  const { brakes } = useStatus()
  const brake = brakes.find(({ id }) => id === bent.pressBrakeId)
  return (
    <div className="mark-state tone-done" role="status">
      <Sign tone="done" />
      <div>
        <strong>{t('state.bent')}</strong>
        <p>
          {bent.by === null
            ? t('mark.bent_at', { when: when(bent.at) })
            : t('mark.bent_by', { when: when(bent.at), by: bent.by })}
          {brake === undefined ? '' : ` ${t('mark.bent_on', { brake: brake.name })}`}
        </p>
      </div>
    </div>
  )
}
