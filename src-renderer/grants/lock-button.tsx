// Locks the screen after a PIN has unlocked it, and unlocks it in a kiosk that shows only the list.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useMay, useShell, useUnlocked } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Icon } from '../ui/icon.tsx'
import { PinPad } from './pin-pad.tsx'

/** Whether the areas besides the list are shown. A kiosk hides them until a PIN has opened one of them. */
export function useAreAllAreasOpen(): boolean {
  const { kiosk } = useShell()
  const unlocked = useUnlocked()
  const mayMaintain = useMay('maintain')
  return !kiosk || unlocked || mayMaintain
}

export function LockButton() {
  const { t } = useTexts()
  const lock = useCall('grant.lock')
  const isUnlocked = useUnlocked()
  const areAllAreasOpen = useAreAllAreasOpen()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  if (isUnlocked)
    return (
      <Button className="lock-button" onPress={() => lock.mutate({})}>
        <Icon name="unlocked" /> {t('grants.lock')}
      </Button>
    )
  if (areAllAreasOpen) return null
  return (
    <>
      <Button className="lock-button" onPress={() => setIsDialogOpen(true)}>
        <Icon name="lock" /> {t('grants.unlock')}
      </Button>
      <ModalDialog title={t('grants.unlock')} isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <PinPad onOpened={() => setIsDialogOpen(false)} />
        <DialogButtons onClose={() => setIsDialogOpen(false)} closeText={t('question.cancel')} />
      </ModalDialog>
    </>
  )
}
