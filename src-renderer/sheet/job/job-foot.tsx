// The foot of a sheet: the state in one line, the one large button, and below it one other action and 'more'. Messages cover the facts above
// and move nothing.
import { useState } from 'react'
import type { MarkView } from '../../../shared/station-api/index.ts'
import { showResumeQuestion } from '../../brake/resume-question.tsx'
import { useTexts } from '../../language/use-texts.ts'
import { useBrake } from '../../station/station-context.tsx'
import { Refused } from '../../ui/refused.tsx'
import { goTo } from '../../use-route.ts'
import { usePieceName } from '../../work/made-pieces.ts'
import type { Sheet } from '../sheet.ts'
import { JobQuestion } from './job-question.tsx'
import { JobState } from './job-state.tsx'
import type { MachineVerdict } from './machine-facts.ts'
import { MoreActions } from './more-actions.tsx'
import { panelOf, useObstacleTexts } from './obstacle-text.ts'
import { PrimaryButton } from './primary-button.tsx'
import { SecondaryButton } from './secondary-button.tsx'
import type { SidePanel } from './side-panel.ts'
import type { JobNow } from './use-job.ts'
import { useJobCalls, type JobCalls } from './use-job-calls.tsx'

export interface JobFootProps {
  sheet: Sheet
  date: string
  /** A mark that was not cancelled. */
  mark: MarkView | null
  job: JobNow
  verdict: MachineVerdict
  /** The panel above the foot. */
  panel: SidePanel
  onPanel: (panel: SidePanel) => void
}

export function JobFoot({ sheet, date, mark, job, verdict, panel, onPanel }: JobFootProps) {
  const { t } = useTexts()
  const nameOf = usePieceName(sheet)
  const { upload } = useBrake()
  const { action, preview, differs } = job
  const textsOf = useObstacleTexts({ sheet, verdict, preview })
  const [question, setQuestion] = useState<'send' | 'differs' | null>(null)
  const [hasPressedUndo, setHasPressedUndo] = useState(false)
  const calls = useJobCalls(sheet)
  const close = (): void => setQuestion(null)
  const askOrMark = (): void => (differs ? setQuestion('differs') : calls.markBent(null))
  const onPress = (): void => {
    setHasPressedUndo(false)
    calls.reset()
    switch (action.kind) {
      case 'wait':
      case 'sending':
        return undefined
      case 'blocked':
        return onPanel(panelOf(action.by) ?? 'facts')
      case 'send':
        if (action.asks) return setQuestion('send')
        return preview?.kind === 'program' ? calls.send.send(preview) : undefined
      case 'confirm':
        return panel === 'brake' ? showResumeQuestion() : onPanel('brake')
      case 'running':
        return onPanel('brake')
      case 'count':
        return calls.countOne(action.pieceNo)
      case 'mark':
        return askOrMark()
      case 'answer':
        return goTo({ screen: 'mark', markId: action.markId })
      case 'next':
        return action.sheetId === null
          ? goTo({ screen: 'list', date })
          : goTo({ screen: 'sheet', date, sheetId: action.sheetId })
    }
  }
  return (
    <section className="job-foot" aria-label={t('job.title')}>
      <JobRefusals calls={calls} isQuestionOpen={question !== null} />
      <JobState sheet={sheet} mark={mark} hasPressedUndo={hasPressedUndo} />
      <PrimaryButton
        action={action}
        isAskedAbove={panel === 'brake'}
        nameOf={nameOf}
        sheetId={sheet.id}
        textsOf={textsOf}
        upload={upload}
        isPending={calls.isPending}
        onPress={onPress}
      />
      <div className="job-others">
        <SecondaryButton
          sheet={sheet}
          mark={mark}
          action={action}
          onPanel={onPanel}
          onUndo={() => setHasPressedUndo(true)}
        />
        <MoreActions sheet={sheet} mark={mark} action={action} onMark={askOrMark} onPanel={onPanel} />
      </div>
      {question !== null && (
        <JobQuestion
          question={question}
          sheet={sheet}
          job={job}
          calls={calls}
          onClose={close}
          onCount={() => {
            close()
            onPanel('work')
          }}
        />
      )}
      {calls.dialogs}
    </section>
  )
}

/** Why a call was refused; an open question shows the refusals of its own calls. */
function JobRefusals({ calls, isQuestionOpen }: { calls: JobCalls; isQuestionOpen: boolean }) {
  const { t } = useTexts()
  const { send, create, book } = calls
  return (
    <div className="job-message">
      <Refused title={t('mark.failed_title')} error={isQuestionOpen ? null : create.error} />
      <Refused title={t('brake_link.refused')} error={isQuestionOpen ? null : send.error} />
      <Refused title={t('work.refused')} error={book.error} />
    </div>
  )
}
