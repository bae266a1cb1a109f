// The question whether the brake still has the program that was loaded before a lost connection or a restart.
import type { BrakeState, BrakeView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { Button } from '../ui/button.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'
import { BrakeMessage } from './brake-message.tsx'
import { UnloadButton } from './unload-button.tsx'

type Loaded = NonNullable<BrakeView['loaded']>

const questionId = 'resume-question'

/** Scrolls to the question and moves the focus to its first answer. */
export function showResumeQuestion(): void {
  const question = document.getElementById(questionId)
  question?.scrollIntoView({ block: 'center' })
  question?.querySelector('button')?.focus()
}

/** The states in which the loaded program is unknown. */
const unknownStates: readonly BrakeState[] = ['disconnected', 'probing', 'stale']

export function ResumeQuestion({ loaded }: { loaded: Loaded }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const resume = useCall('brake.resume')
  const { state } = useBrake()
  const isKnown = useLinkState() === 'open' && !unknownStates.includes(state)
  const { programId, uncountedPieces } = loaded
  return (
    <div id={questionId}>
      <BrakeMessage tone="needs_person" title={t('brake_link.resume_title')}>
        <p>{t('brake_link.resume_why')}</p>
        <p>
          {uncountedPieces !== null && uncountedPieces > 0
            ? t('brake_link.resume_more', { count: uncountedPieces })
            : t('brake_link.resume_may_miss')}
        </p>
        {isKnown ? (
          <Refused title={t('brake_link.refused')} error={resume.error} />
        ) : (
          <p className="mark-blocked">{t('brake_link.resume_later')}</p>
        )}
        <div className="dialog-buttons">
          <Button
            variant="primary"
            isDisabled={!isKnown}
            isPending={resume.isPending}
            onPress={() => act((operatorId) => resume.mutate({ programId, operatorId }))}
          >
            {t('brake_link.resume_yes')}
          </Button>
          <UnloadButton loaded={loaded} label={t('brake_link.resume_no')} />
        </div>
        {dialog}
      </BrakeMessage>
    </div>
  )
}
