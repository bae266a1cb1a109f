// Where exports go: typed, or chosen in the system's own dialog where the window has one. Kept once the station has tried it.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'

export function ExportFolder({ folder }: { folder: string }) {
  const { t } = useWords()
  const change = useCall('setup.change')
  const choose = useCall('shell.choose_folder')
  const [written, write] = useState(folder)
  const set = (exportFolder: string | null): void => change.mutate({ exportFolder })
  /** Why another one was refused says nothing of this one. */
  const rewrite = (to: string): void => {
    change.reset()
    write(to)
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
          className="button"
          isDisabled={choose.isPending}
          onPress={() =>
            choose.mutate({}, { onSuccess: (chosen) => chosen.answer === 'chosen' && rewrite(chosen.folder) })
          }
        >
          {t('setup.choose_folder')}
        </Button>
        <Button className="button" isDisabled={change.isPending} onPress={() => set(null)}>
          {t('setup.usual_folder')}
        </Button>
        <Button className="button primary" isDisabled={!isTyped || change.isPending} onPress={() => set(written)}>
          {t('setup.use_folder')}
        </Button>
      </div>
      {choose.data?.answer === 'no_dialog' && <p role="status">{t('setup.type_folder')}</p>}
      <Refused title={t('setup.export_folder_refused')} error={change.error ?? choose.error} />
    </>
  )
}
