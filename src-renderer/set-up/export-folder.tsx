// The folder for exports: typed, or chosen in the system's dialog if the window has one. It is stored after the station has tested it.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'

export function ExportFolder({ folder }: { folder: string }) {
  const { t } = useTexts()
  const change = useCall('setup.change')
  const choose = useCall('shell.choose_folder')
  const [typedFolder, setTypedFolder] = useState(folder)
  const save = (exportFolder: string | null): void => change.mutate({ exportFolder })
  /** The error does not apply to another folder. */
  const editFolder = (to: string): void => {
    change.reset()
    setTypedFolder(to)
  }
  const isChanged = typedFolder.trim() !== '' && typedFolder.trim() !== folder
  return (
    <>
      <div className="set-up-row">
        <label className="field path-field">
          {t('setup.export_folder')}
          <input
            className="input"
            autoComplete="off"
            spellCheck={false}
            maxLength={1_000}
            aria-invalid={change.error !== null}
            value={typedFolder}
            onChange={({ target: { value } }) => editFolder(value)}
          />
        </label>
        <Button
          isPending={choose.isPending}
          onPress={() =>
            choose.mutate({}, { onSuccess: (chosen) => chosen.answer === 'chosen' && editFolder(chosen.folder) })
          }
        >
          {t('setup.choose_folder')}
        </Button>
        <Button isPending={change.isPending} onPress={() => save(null)}>
          {t('setup.usual_folder')}
        </Button>
        <Button
          variant="primary"
          isDisabled={!isChanged}
          isPending={change.isPending}
          onPress={() => save(typedFolder)}
        >
          {t('setup.use_folder')}
        </Button>
      </div>
      {choose.data?.answer === 'no_dialog' && <p role="status">{t('setup.type_folder')}</p>}
      <Refused title={t('setup.export_folder_refused')} error={change.error ?? choose.error} />
    </>
  )
}
