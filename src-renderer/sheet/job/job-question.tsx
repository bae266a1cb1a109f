// What a person must read or decide before the large button of a sheet acts.
import { SendDialog } from '../../brake/send-dialog.tsx'
import { useTexts } from '../../language/use-texts.ts'
import { useWork } from '../../station/work-queries.ts'
import { Refused } from '../../ui/refused.tsx'
import { usePieceName } from '../../work/made-pieces.ts'
import { CountDiffersDialog } from '../count-differs-dialog.tsx'
import type { Sheet } from '../sheet.ts'
import type { JobCalls } from './use-job-calls.tsx'
import type { JobNow } from './use-job.ts'

export interface JobQuestionProps {
  /** `send`: what the program needs; `differs`: what a mark means whose counts are not those of the sheet. */
  question: 'send' | 'differs'
  sheet: Sheet
  job: JobNow
  calls: JobCalls
  onClose: () => void
  onCount: () => void
}

export function JobQuestion({ question, sheet, job, calls, onClose, onCount }: JobQuestionProps) {
  const { t } = useTexts()
  const nameOf = usePieceName(sheet)
  const done = useWork(sheet.id).data?.done ?? 0
  const { action, preview } = job
  const { send, create, markBent } = calls
  if (question === 'differs')
    return (
      <CountDiffersDialog
        done={done}
        wanted={sheet.quantity}
        refusal={<Refused title={t('mark.failed_title')} error={create.error} />}
        onClose={onClose}
        onCount={onCount}
        onAnswer={(choice, reason) => markBent({ count: done, choice, reason }, onClose)}
      />
    )
  if (preview?.kind !== 'program') return null
  return (
    <SendDialog
      preview={preview}
      sheet={sheet.profile}
      piece={nameOf(preview.program.pieceNo)}
      isAgain={action.kind === 'send' && action.again}
      isPending={send.isPending}
      error={send.error}
      onSend={() => send.send(preview, onClose)}
      onClose={onClose}
    />
  )
}
