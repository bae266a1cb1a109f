// Locks this screen again, where a PIN has opened something; opens it where the station is a kiosk that shows the list alone.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { useMay, useShell, useUnlocked } from '../station/station-context.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { PinPad } from './pin-pad.tsx'

/** Whether the rooms other than the list are to be had. In a kiosk they come with the first PIN that opens any of them. */
export function useRoomsOpen(): boolean {
  const { kiosk } = useShell()
  const unlocked = useUnlocked()
  const mayMaintain = useMay('maintain')
  return !kiosk || unlocked || mayMaintain
}

export function LockButton() {
  const { t } = useWords()
  const lock = useCall('grant.lock')
  const isUnlocked = useUnlocked()
  const roomsOpen = useRoomsOpen()
  const [isAsking, ask] = useState(false)
  if (isUnlocked)
    return (
      <Button className="button lock-button" onPress={() => lock.mutate({})}>
        <LockSign isOpen /> {t('grants.lock')}
      </Button>
    )
  if (roomsOpen) return null
  return (
    <>
      <Button className="button lock-button" onPress={() => ask(true)}>
        <LockSign isOpen={false} /> {t('grants.unlock')}
      </Button>
      <ModalDialog title={t('grants.unlock')} isOpen={isAsking} onClose={() => ask(false)}>
        <PinPad onOpened={() => ask(false)} />
        <Button className="button" onPress={() => ask(false)}>
          {t('question.cancel')}
        </Button>
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
