// The button that asks the service at once: in the status row, and in the list of messages, because a message takes its place in the row.
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState } from '../station/station-context.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'

export function UpdateNowButton({ variant = 'plain' }: Pick<ButtonProps, 'variant'>) {
  const { t } = useTexts()
  const isLost = useLinkState() === 'lost'
  const readNow = useCall('sync.now')
  return (
    <Button variant={variant} isDisabled={isLost} isPending={readNow.isPending} onPress={() => readNow.mutate({})}>
      {t('status.ask_now')}
    </Button>
  )
}
