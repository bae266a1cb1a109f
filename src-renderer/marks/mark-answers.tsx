// The answers that a person may give about a mark, as large buttons with an explanation. Some ask for a reason.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { DecisionKind, MarkDetailsView } from '../../shared/station-api/index.ts'
import { useTexts, type Texts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog, ReasonChoice } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'

/** Suggested reasons; null: the answer needs none. */
function suggestedReasons({ t }: Texts, kind: DecisionKind): string[] | null {
  switch (kind) {
    case 'dismiss':
      return [t('why.dismiss_office'), t('why.dismiss_mistake'), t('why.dismiss_gone')]
    case 'park':
      return [t('why.park_wait')]
    case 'call_back':
      return [t('why.call_back_wrong_sheet'), t('why.call_back_not_done')]
    case 'send_all_the_same':
    case 'try_again':
    case 'seen':
    case 'bend_anew':
      return null
  }
}

export function MarkAnswers({ details }: { details: MarkDetailsView }) {
  const texts = useTexts()
  const { t } = texts
  const isOpen = useLinkState() === 'open'
  const { act, dialog } = useActor()
  const decide = useCall('mark.decide')
  const [openReasons, setOpenReasons] = useState<{ kind: DecisionKind; reasons: string[] } | null>(null)
  const { mark, currentSheet } = details
  // a sheet that is not loaded cannot be sent
  const possibleAnswers = details.possibleDecisions.filter(
    (kind) => kind !== 'send_all_the_same' || currentSheet !== null,
  )
  const answer = (decision: DecisionKind, reason: string | null): void =>
    act((operatorId) => {
      const input = {
        markId: mark.id,
        decision,
        reason,
        operatorId,
        drawingVersion: currentSheet?.drawingVersion ?? null,
      }
      decide.mutate(input, { onSuccess: () => setOpenReasons(null) })
    })
  const press = (kind: DecisionKind): void => {
    const reasons = suggestedReasons(texts, kind)
    decide.reset()
    if (reasons === null) answer(kind, null)
    else setOpenReasons({ kind, reasons })
  }
  if (possibleAnswers.length === 0) return <p className="muted">{t('question.none_to_answer')}</p>
  return (
    <section className="answers" aria-label={t('question.answers')}>
      {openReasons === null && <Refused title={t('question.refused')} error={decide.error} />}
      <div className="answer-buttons">
        {possibleAnswers.map((kind) => (
          <Button
            key={kind}
            size="big"
            className="answer"
            isDisabled={!isOpen}
            isPending={decide.isPending}
            onPress={() => press(kind)}
          >
            <strong>{t(`decision.${kind}`)}</strong>
            <span className="answer-means">{t(`decision_means.${kind}`)}</span>
            {kind === 'send_all_the_same' && currentSheet !== null && currentSheet.quantity !== mark.quantity && (
              <span className="answer-means">
                {t(mark.quantity < currentSheet.quantity ? 'question.sends_fewer' : 'question.sends_more', {
                  quantity: mark.quantity,
                  differs: Math.abs(currentSheet.quantity - mark.quantity),
                })}
              </span>
            )}
          </Button>
        ))}
      </div>
      {openReasons !== null && (
        <ReasonDialog
          kind={openReasons.kind}
          reasons={openReasons.reasons}
          refusal={<Refused title={t('question.refused')} error={decide.error} />}
          onClose={() => setOpenReasons(null)}
          onAnswer={(reason) => answer(openReasons.kind, reason)}
        />
      )}
      {dialog}
    </section>
  )
}

interface ReasonDialogProps {
  kind: DecisionKind
  reasons: readonly string[]
  refusal: React.ReactNode
  onClose: () => void
  onAnswer: (reason: string) => void
}

function ReasonDialog({ kind, reasons, refusal, onClose, onAnswer }: ReasonDialogProps) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const title = t(`decision.${kind}`)
  return (
    <ModalDialog title={title} isOpen onClose={onClose}>
      <p>{t(`decision_means.${kind}`)}</p>
      <ReasonChoice reasons={reasons} chosen={reason} onChoose={setReason} />
      {refusal}
      <DialogButtons onClose={onClose}>
        <Button variant="primary" isDisabled={reason === ''} onPress={() => onAnswer(reason)}>
          {title}
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}
