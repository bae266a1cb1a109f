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
  const [written, setWritten] = useState(folder)
  const set = (exportFolder: string | null): void => change.mutate({ exportFolder })
  /** The error does not apply to another folder. */
  const rewrite = (to: string): void => {
    change.reset()
    setWritten(to)
  }
  const isTyped = written.trim() !== '' && written.trim() !== folder
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
            value={written}
            onChange={({ target: { value } }) => rewrite(value)}
          />
        </label>
        <Button
          isDisabled={choose.isPending}
          onPress={() =>
            choose.mutate({}, { onSuccess: (chosen) => chosen.answer === 'chosen' && rewrite(chosen.folder) })
          }
        >
          {t('setup.choose_folder')}
        </Button>
        <Button isDisabled={change.isPending} onPress={() => set(null)}>
          {t('setup.usual_folder')}
        </Button>
        <Button variant="primary" isDisabled={!isTyped || change.isPending} onPress={() => set(written)}>
          {t('setup.use_folder')}
        </Button>
      </div>
      {choose.data?.answer === 'no_dialog' && <p role="status">{t('setup.type_folder')}</p>}
      <Refused title={t('setup.export_folder_refused')} error={change.error ?? choose.error} />
    </>
  )
}
