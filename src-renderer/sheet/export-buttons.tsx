// Writes the sheet's files and says where they went.
import { Button } from 'react-aria-components/Button'
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
        {write.isPending && <p>{t('export.working')}</p>}
        {write.isError && (
          <p className="fault-text">
            {t('export.failed')}: {t(`call_error.${write.error.code}`)}
          </p>
        )}
        {write.isSuccess && write.data.files.length > 0 && (
          <>
            <p>{t('export.done', { folder: write.data.folder })}</p>
            <ul className="files">
              {write.data.files.map((file) => (
                <li key={file}>{nameIn(write.data.folder, file)}</li>
              ))}
            </ul>
          </>
        )}
        {write.isSuccess &&
          write.data.refused.map(({ sheetId: refused, reason }) => (
            <p key={refused} className="fault-text">
              {t('export.refused', { reason })}
            </p>
          ))}
      </div>
      {readAt !== null && <p className="muted">{t('sheet.read_at', { when: when(readAt) })}</p>}
    </div>
  )
}

/** A file is told by its name alone under the folder that was told already. */
const nameIn = (folder: string, file: string): string =>
  file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
