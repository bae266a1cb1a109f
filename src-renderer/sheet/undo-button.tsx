// Undoes a mark while it is held, and shows the remaining time.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState } from '../station/station-context.tsx'
import { useNow } from '../ui/use-now.ts'

export interface UndoButtonProps {
  markId: string
  heldUntil: string
  compact?: boolean
  /** The operator pressed the button. The undone mark may arrive before the answer, or without it if the link is lost. */
  onUndo?: () => void
}

export function UndoButton({ markId, heldUntil, compact = false, onUndo }: UndoButtonProps) {
  const { t } = useTexts()
  const undo = useCall('mark.undo')
  const link = useLinkState()
  const now = useNow(200)
  const leftMs = Math.max(0, Date.parse(heldUntil) - now)
  const seconds = Math.ceil(leftMs / 1_000)
  const onPress = (): void => {
    onUndo?.()
    undo.mutate({ markId })
  }
  return (
    <div className={compact ? 'undo undo-compact' : 'undo'}>
      {undo.isError && (
        <div role="alert" className="mark-refused">
          <strong>{t('mark.undo_failed_title')}</strong> {t(`call_error.${undo.error.code}`)}
        </div>
      )}
      <Button
        size="big"
        className="undo-button"
        isDisabled={seconds === 0 || link === 'lost'}
        isPending={undo.isPending}
        onPress={onPress}
      >
        {t('mark.undo_seconds', { seconds })}
      </Button>
      {!compact && (
        <progress className="undo-left" max={holdMs} value={leftMs} aria-label={t('mark.left', { seconds })} />
      )}
    </div>
  )
}

/** The duration of the hold. Only the length of the progress bar depends on it. */
const holdMs = 10_000
