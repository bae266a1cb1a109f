// The one press the day is about: mark as bent, undo within the hold, and in words where the mark is.
import { Button } from 'react-aria-components/Button'
import type { MarkView } from '../../shared/station-api/index.ts'
import { reasonText, todoText } from '../language/mark-words.ts'
import { useWords } from '../language/use-words.ts'
import { bendStateOf, toneOf } from '../list/bend-state.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState, useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import type { Sheet } from './sheet.ts'
import { UndoButton } from './undo-button.tsx'

export function MarkPanel({ sheet, mark }: { sheet: Sheet; mark: MarkView | null }) {
  const { t } = useWords()
  const link = useLinkState()
  const create = useCall('mark.create')
  const marked = mark !== null && mark.state !== 'cancelled' ? mark : null
  if (marked !== null) return <Marked mark={marked} />
  if (sheet.bent !== null) return <Bent bent={sheet.bent} />
  const state = bendStateOf({ mark: null, bent: null, sheetState: 'ready', approval: sheet.approval.state })
  const blocked =
    link !== 'open'
      ? t('mark.blocked_link')
      : state === 'awaiting' || state === 'change_requested'
        ? t(`mark.blocked_${state}`)
        : null
  return (
    <section className="mark-panel">
      {create.isError && (
        <div role="alert" className="mark-refused">
          <strong>{t('mark.failed_title')}</strong> {t(`call_error.${create.error.code}`)}
        </div>
      )}
      {mark !== null && <p className="muted">{t('mark_state.cancelled')}</p>}
      {blocked !== null && <p className="mark-blocked">{blocked}</p>}
      <Button
        className="button big primary"
        isDisabled={blocked !== null || create.isPending}
        onPress={() => create.mutate({ sheetId: sheet.id, drawingVersion: sheet.drawingVersion, by: null })}
      >
        {create.isPending ? t('mark.saving') : t('mark.action')}
      </Button>
    </section>
  )
}

function Marked({ mark }: { mark: MarkView }) {
  const words = useWords()
  const { t } = words
  const tone = toneOf(mark.state)
  const reason = reasonText(words, mark.reason)
  const todo = todoText(t, mark.state)
  return (
    <section className="mark-panel">
      <div className={`mark-state tone-${tone}`} role={tone === 'person' ? 'alert' : 'status'}>
        <Sign tone={tone} />
        <div>
          <strong>{t(`state.${mark.state}`)}</strong>
          <p>{t(`mark_state.${mark.state}`)}</p>
          {reason !== null && <p>{reason}</p>}
          {todo !== null && <p>{todo}</p>}
        </div>
      </div>
      {mark.state === 'held' && mark.heldUntil !== null && <UndoButton markId={mark.id} heldUntil={mark.heldUntil} />}
    </section>
  )
}

function Bent({ bent }: { bent: NonNullable<Sheet['bent']> }) {
  const { t, when } = useWords()
  const { brakes } = useStatus()
  const brake = brakes.find(({ id }) => id === bent.pressBrakeId)
  return (
    <section className="mark-panel">
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
    </section>
  )
}
