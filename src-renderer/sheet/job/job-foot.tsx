// The foot of a sheet: the state in one line, the one large button, and below it one other action and 'more'. Messages cover the facts above
// and move nothing.
import { useState } from 'react'
import type { CallIn, MarkView } from '../../../shared/station-api/index.ts'
import { SendDialog } from '../../brake/send-dialog.tsx'
import { useSend } from '../../brake/use-send.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { useBrake } from '../../station/station-context.tsx'
import { useWork } from '../../station/work-queries.ts'
import { Refused } from '../../ui/refused.tsx'
import { goTo } from '../../use-route.ts'
import { newActId } from '../../work/act-id.ts'
import { usePieceName } from '../../work/made-pieces.ts'
import { useActor } from '../../work/use-actor.tsx'
import { CountDiffersDialog } from '../count-differs-dialog.tsx'
import type { Sheet } from '../sheet.ts'
import { JobState } from './job-state.tsx'
import type { MachineVerdict } from './machine-facts.ts'
import { MoreActions } from './more-actions.tsx'
import { panelOf, useObstacleTexts } from './obstacle-text.ts'
import { PrimaryButton } from './primary-button.tsx'
import { SecondaryButton } from './secondary-button.tsx'
import type { JobNow } from './use-job.ts'

export type SidePanel = 'facts' | 'work' | 'brake'

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
  const [isUndone, setIsUndone] = useState(false)
  const work = useWork(sheet.id).data
  const { act, dialog } = useActor()
  const send = useSend()
  const create = useCall('mark.create')
  const book = useCall('count.book')
  const close = (): void => setQuestion(null)
  const markBent = (pieces: CallIn<'mark.create'>['pieces']): void => {
    const { id: sheetId, drawingVersion } = sheet
    act((operatorId) => create.mutate({ sheetId, drawingVersion, by: null, operatorId, pieces }, { onSuccess: close }))
  }
  const askOrMark = (): void => (differs ? setQuestion('differs') : markBent(null))
  const countOne = (pieceNo: number): void => {
    const { id: sheetId, drawingVersion } = sheet
    const piece = { sheetId, drawingVersion, pieceNo, actId: newActId(), kind: 'good', count: 1, reason: null } as const
    act((operatorId) => book.mutate({ ...piece, operatorId }))
  }
  const onPress = (): void => {
    setIsUndone(false)
    for (const call of [send, create, book]) call.reset()
    switch (action.kind) {
      case 'wait':
      case 'sending':
        return undefined
      case 'blocked':
        return onPanel(panelOf(action.by) ?? 'facts')
      case 'send':
        if (action.asks) return setQuestion('send')
        return preview?.kind === 'program' ? send.send(preview) : undefined
      case 'confirm':
      case 'running':
        return onPanel('brake')
      case 'count':
        return countOne(action.pieceNo)
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
  const isPending = send.isPending || create.isPending || book.isPending
  return (
    <section className="job-foot" aria-label={t('job.title')}>
      <div className="job-message">
        <Refused title={t('mark.failed_title')} error={question === null ? create.error : null} />
        <Refused title={t('brake_link.refused')} error={question === null ? send.error : null} />
        <Refused title={t('work.refused')} error={book.error} />
      </div>
      <JobState sheet={sheet} mark={mark} isUndone={isUndone} />
      <PrimaryButton
        action={action}
        isAskedAbove={panel === 'brake'}
        nameOf={nameOf}
        textsOf={textsOf}
        upload={upload}
        isPending={isPending}
        onPress={onPress}
      />
      <div className="job-others">
        <SecondaryButton
          sheet={sheet}
          mark={mark}
          action={action}
          onPanel={onPanel}
          onUndone={() => setIsUndone(true)}
        />
        <MoreActions sheet={sheet} mark={mark} action={action} onMark={askOrMark} onPanel={onPanel} />
      </div>
      {question === 'send' && preview?.kind === 'program' && (
        <SendDialog
          preview={preview}
          sheet={sheet.profile}
          piece={nameOf(preview.program.pieceNo)}
          isAgain={action.kind === 'send' && action.again}
          isPending={send.isPending}
          error={send.error}
          onSend={() => send.send(preview, close)}
          onClose={close}
        />
      )}
      {question === 'differs' && (
        <CountDiffersDialog
          done={work?.done ?? 0}
          wanted={sheet.quantity}
          refusal={<Refused title={t('mark.failed_title')} error={create.error} />}
          onClose={close}
          onCount={() => {
            close()
            onPanel('work')
          }}
          onAnswer={(choice, reason) => markBent({ count: work?.done ?? 0, choice, reason })}
        />
      )}
      {dialog}
      {send.dialog}
    </section>
  )
}
