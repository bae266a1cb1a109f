// Writes the sheet's files and says where they went.
import { Button } from 'react-aria-components/Button'
import type { ExportView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'

export function ExportButtons({ sheetId, readAt }: { sheetId: string; readAt: string | null }) {
  const { t, when } = useWords()
  const write = useCall('export.sheets')
  const start = (format: 'dxf' | 'pdf'): void => write.mutate({ sheetIds: [sheetId], formats: [format] })
  return (
    <div className="export">
      <div className="export-buttons">
        <Button className="button" isDisabled={write.isPending} onPress={() => start('dxf')}>
          {t('export.dxf')}
        </Button>
        <Button className="button" isDisabled={write.isPending} onPress={() => start('pdf')}>
          {t('export.pdf')}
        </Button>
      </div>
      <div role="status" className="export-result">
        {!write.isIdle && (
          <div key={`${write.submittedAt} ${write.status}`} ref={intoView}>
            {write.isPending && <p>{t('export.working')}</p>}
            {write.isError && (
              <p className="fault-text">
                {t('export.failed')}: {t(`call_error.${write.error.code}`)}
              </p>
            )}
            {write.isSuccess && <Written written={write.data} />}
          </div>
        )}
      </div>
      {readAt !== null && <p className="muted">{t('sheet.read_at', { when: when(readAt) })}</p>}
    </div>
  )
}

function Written({ written }: { written: ExportView }) {
  const { t } = useWords()
  const { folder, files, refused } = written
  return (
    <>
      {files.length > 0 && <p>{t('export.done', { folder })}</p>}
      <ul className="files">
        {files.map((file) => (
          <li key={file}>{nameIn(folder, file)}</li>
        ))}
      </ul>
      {refused.map(({ sheetId, code, field }) => (
        <p key={sheetId} className="fault-text">
          {t('export.refused', { reason: t(`export_refused.${code}`, { field }) })}
        </p>
      ))}
    </>
  )
}

/** The answer may come below what is in view. */
const intoView = (place: HTMLElement | null): void => place?.scrollIntoView({ block: 'nearest' })

/** A file is told by its name alone under the folder that was told already. */
const nameIn = (folder: string, file: string): string =>
  file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
