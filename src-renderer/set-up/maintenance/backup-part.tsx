// Makes a backup of the store of marks, and restores one after a confirmation.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { BackupView, SetUpView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { Refused } from '../../ui/refused.tsx'
import { Sign } from '../../ui/sign.tsx'
import { formatBytes } from './bytes.ts'
import { useSetUpQuery } from '../use-set-up-query.ts'

export function BackupPart({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const { data, error } = useSetUpQuery('backup.list', {})
  const make = useCall('backup.make')
  return (
    <>
      <p>{t('setup.backup_why')}</p>
      <Button variant="primary" isPending={make.isPending} onPress={() => make.mutate({})}>
        {t(make.isPending ? 'setup.backup_making' : 'setup.backup_make')}
      </Button>
      {/* an old list stays without an error: the station restarts after a restore */}
      <Refused title={t('question.refused')} error={make.error ?? (data === undefined ? error : null)} />
      {data !== undefined && (
        <>
          <p className="code sub">{data.folder}</p>
          {data.backups.length === 0 ? (
            <p>{t('setup.backup_none')}</p>
          ) : (
            <ul className="backups">
              {data.backups.map((backup) => (
                <Backup key={backup.name} backup={backup} canRestart={view.canRestart} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

function Backup({ backup, canRestart }: { backup: BackupView; canRestart: boolean }) {
  const { t, when, language } = useTexts()
  const restore = useCall('backup.restore')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { name, createdAt, bytes, marks, undelivered, refusal } = backup
  return (
    <li className="backup">
      <Sign tone={refusal === null ? 'done' : 'fault'} />
      <span>
        <strong>{when(createdAt)}</strong>{' '}
        {refusal === null
          ? t('setup.backup_holds', { count: marks, undelivered, size: formatBytes(bytes, language) })
          : t(`setup.backup_${refusal}`)}
        <br />
        <span className="sub code">{name}</span>
      </span>
      <Button
        isDisabled={refusal !== null || !canRestart}
        onPress={() => {
          // clears the error of an earlier attempt
          restore.reset()
          setIsDialogOpen(true)
        }}
      >
        {t('setup.restore')}
      </Button>
      <ModalDialog
        title={t('setup.restore_title', { when: when(createdAt) })}
        isOpen={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
      >
        <p>{t('setup.restore_means')}</p>
        <Refused title={t('question.refused')} error={restore.error} />
        <DialogButtons onClose={() => setIsDialogOpen(false)}>
          <Button
            variant="primary"
            isPending={restore.isPending}
            onPress={() => restore.mutate({ name }, { onSuccess: () => setIsDialogOpen(false) })}
          >
            {t('setup.restore')}
          </Button>
        </DialogButtons>
      </ModalDialog>
    </li>
  )
}
