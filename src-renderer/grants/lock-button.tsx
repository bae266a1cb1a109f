// Locks the screen after a PIN has unlocked it, and unlocks it in a kiosk that shows only the list.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useMay, useShell, useUnlocked } from '../station/station-context.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
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
        <LockSign isOpen /> {t('grants.lock')}
      </Button>
    )
  if (areAllAreasOpen) return null
  return (
    <>
      <Button className="lock-button" onPress={() => setIsDialogOpen(true)}>
        <LockSign isOpen={false} /> {t('grants.unlock')}
      </Button>
      <ModalDialog title={t('grants.unlock')} isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <PinPad onOpened={() => setIsDialogOpen(false)} />
        <Button onPress={() => setIsDialogOpen(false)}>{t('question.cancel')}</Button>
      </ModalDialog>
    </>
  )
}

const LockSign = ({ isOpen }: { isOpen: boolean }) => (
  <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      d={isOpen ? 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 7.5-2' : 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4'}
      className="sign-line"
    />
  </svg>
)
