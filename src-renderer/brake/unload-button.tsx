// Releases the loaded program after a question.
import { useState } from 'react'
import type { BrakeView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'

type Loaded = NonNullable<BrakeView['loaded']>

export function UnloadButton({ loaded, label }: { loaded: Loaded; label: string }) {
  const { t } = useTexts()
  const unload = useCall('brake.release')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const close = (): void => setIsDialogOpen(false)
  return (
    <>
      <Button onPress={() => setIsDialogOpen(true)}>{label}</Button>
      <ModalDialog title={t('brake_link.release_title')} isOpen={isDialogOpen} onClose={close}>
        <p>{t('brake_link.release_means')}</p>
        <Refused title={t('brake_link.refused')} error={unload.error} />
        <DialogButtons onClose={close}>
          <Button
            variant="primary"
            isPending={unload.isPending}
            onPress={() => unload.mutate({ programId: loaded.programId }, { onSuccess: close })}
          >
            {t('brake_link.release')}
          </Button>
        </DialogButtons>
      </ModalDialog>
    </>
  )
}
