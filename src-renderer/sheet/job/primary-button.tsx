// The one large button of a sheet. It always has the same place and height; a blocked action has a reason in its place.
import type { BrakeView } from '../../../shared/station-api/index.ts'
import { useOtherSheetName } from '../../brake/other-sheet.ts'
import { useTexts, type Texts } from '../../language/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sign } from '../../ui/sign.tsx'
import { panelOf, type ObstacleTexts } from './obstacle-text.ts'
import type { Obstacle, PrimaryAction } from './primary-action.ts'

export interface PrimaryButtonProps {
  sheetId: string
  action: PrimaryAction
  /** The panel above has the question about the program in the brake. */
  isAskedAbove: boolean
  /** '4 × 2000'. */
  nameOf: (pieceNo: number) => string
  textsOf: (by: Obstacle) => ObstacleTexts
  upload: BrakeView['upload']
  isPending: boolean
  onPress: () => void
}

export function PrimaryButton(props: PrimaryButtonProps) {
  const { sheetId, action, isAskedAbove, nameOf, textsOf, upload, isPending, onPress } = props
  const texts = useTexts()
  const otherSheetName = useOtherSheetName(sheetId)
  if (action.kind === 'blocked')
    return <Blocked texts={textsOf(action.by)} canOpen={panelOf(action.by) !== null} onPress={onPress} />
  if (action.kind === 'sending') return <Sending phase={action.phase} steps={upload?.steps ?? 0} />
  if (action.kind === 'confirm' && isAskedAbove)
    return <Blocked texts={{ title: texts.t('job.confirm_above'), reason: null }} canOpen onPress={onPress} />
  const { title, part = null, label = null } = buttonTexts(texts, action, nameOf, otherSheetName)
  return (
    <Button
      size="big"
      variant="primary"
      className="job-button"
      {...(label === null ? {} : { 'aria-label': label })}
      isDisabled={action.kind === 'wait'}
      isPending={isPending}
      onPress={onPress}
    >
      <span className="job-title">{isPending && action.kind === 'mark' ? texts.t('mark.saving') : title}</span>
      {part !== null && <span className="job-part">{part}</span>}
    </Button>
  )
}

interface ButtonTexts {
  title: string
  /** A second, smaller line. */
  part?: string
  /** The name for screen readers; absent: the lines themselves. */
  label?: string
}

function buttonTexts(
  { t }: Pick<Texts, 't'>,
  action: Exclude<PrimaryAction, { kind: 'blocked' | 'sending' }>,
  nameOf: (pieceNo: number) => string,
  otherSheetName: string | null,
): ButtonTexts {
  switch (action.kind) {
    case 'wait':
      return { title: t('job.wait') }
    case 'send':
      return { title: t(action.again ? 'job.send_again' : 'job.send', { piece: nameOf(action.pieceNo) }) }
    case 'confirm': {
      const piece = action.isOfSheet ? nameOf(action.pieceNo) : (otherSheetName ?? t('brake_link.another_sheet'))
      return { title: t('job.confirm'), part: t('job.confirm_part', { piece }) }
    }
    case 'running': {
      const { pieceNo, donePieces: done, wantedPieces: wanted } = action
      return { title: t('job.running', { done, wanted }), part: nameOf(pieceNo) }
    }
    case 'count': {
      const { pieceNo, donePieces: done } = action
      const piece = nameOf(pieceNo)
      return {
        title: t('job.count'),
        part: t('job.count_part', { done, piece }),
        label: t('work.more_of', { what: t('work.good'), piece }),
      }
    }
    case 'mark':
      return { title: t('mark.action') }
    case 'answer':
      return { title: t('marks.answer') }
    case 'next':
      return { title: t(action.sheetId === null ? 'sheet.back' : 'job.next') }
  }
}

interface BlockedProps {
  texts: ObstacleTexts
  /** A touch opens the panel where the operator can act on it. */
  canOpen: boolean
  onPress: () => void
}

function Blocked({ texts: { title, reason }, canOpen, onPress }: BlockedProps) {
  const content = (
    <>
      <Sign tone="needs_person" />
      <span className="job-blocked-text">
        <strong>{title}</strong>
        {reason !== null && <span className="job-part">{reason}</span>}
      </span>
      {canOpen && <Icon name="next" />}
    </>
  )
  return (
    <div className="job-blocked" role="status">
      {canOpen ? (
        <Button variant="bare" className="job-blocked-button" onPress={onPress}>
          {content}
        </Button>
      ) : (
        content
      )}
    </div>
  )
}

function Sending({ phase, steps }: { phase: 'sending' | 'reading_back'; steps: number }) {
  const { t } = useTexts()
  const text = phase === 'sending' ? t('brake_link.sending', { count: steps }) : t('brake_link.reading_back')
  return (
    <div className="job-sending">
      <p role="status">{text}</p>
      <progress aria-label={text} />
    </div>
  )
}
