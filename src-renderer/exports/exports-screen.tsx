// Running and recent exports: their files, and each sheet that was not written with the reason.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ExportView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useExports, useStatus } from '../station/station-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import { ExportProgress } from './export-progress.tsx'
import { exportOutcome, exportTitle, refusedText, toneOfExport } from './export-texts.ts'

export function ExportsScreen() {
  const { t } = useTexts()
  const { today } = useStatus()
  const exports = useExports()
  return (
    <main className="screen">
      <header className="bar">
        <Button className="back" onPress={() => goTo({ screen: 'list', date: today })}>
          <Icon name="back" /> {t('sheet.back')}
        </Button>
        <div className="bar-title">
          <h1>{t('export.title')}</h1>
        </div>
      </header>
      {exports.length === 0 ? (
        <div className="empty">
          <Notice tone="open" title={t('export.none_title')}>
            <p>{t('export.none_text')}</p>
          </Notice>
        </div>
      ) : (
        <ul className="scroller exports">
          {exports.toReversed().map((view) => (
            <OneExport key={view.exportId} view={view} />
          ))}
        </ul>
      )}
    </main>
  )
}

function OneExport({ view }: { view: ExportView }) {
  const texts = useTexts()
  const { t, when } = texts
  const { brakes, today } = useStatus()
  const { summary, files, folder, refusals } = view
  const title = exportTitle(texts, view, brakes)
  const date = summary.kind === 'day' ? summary.date : today
  return (
    <li className={`one-export tone-${toneOfExport(view)}`} aria-label={title}>
      <Sign tone={toneOfExport(view)} />
      <div className="one-export-text">
        <h2>{title}</h2>
        <p>{view.state !== 'running' && exportOutcome(texts, view)}</p>
        {view.state === 'running' && <ExportProgress view={view} title={title} />}
        {refusals.length > 0 && (
          <ul className="refused-sheets">
            {refusals.map((refusal) => (
              <li key={refusal.sheetId}>
                <span className="fault-text">{refusedText(texts, refusal)}</span>
                <Button onPress={() => goTo({ screen: 'sheet', date, sheetId: refusal.sheetId })}>
                  {t('mark.open_sheet')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {files.length > 0 && <Files folder={folder} files={files} />}
        <p className="sub">{t('export.started', { when: when(view.startedAt) })}</p>
      </div>
    </li>
  )
}

/** The names are rendered when the list is opened: a day may have a thousand files. */
function Files({ folder, files }: Pick<ExportView, 'folder' | 'files'>) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="files" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Icon name="next" /> {t('export.files', { count: files.length })}
      </summary>
      {isOpen && (
        <ul>
          {files.map((file) => (
            <li key={file}>{nameIn(folder, file)}</li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** The file name without the folder, which is shown above. */
const nameIn = (folder: string, file: string): string =>
  file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
