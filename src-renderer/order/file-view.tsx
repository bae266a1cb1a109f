// One of the customer's files, opened inside the app: a picture as a picture, a PDF as drawn pages. Nothing in a file is run.
import { lazy, Suspense, useState } from 'react'
import type { PaperFile } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { usePaperFile, type OpenedFile } from '../station/order-queries.ts'

/** The renderer of PDF files is large, and most orders have none. */
const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages.tsx')).PdfPages }))

export interface FileViewProps {
  orderNumber: string
  file: PaperFile
  name: string
}

export function FileView({ orderNumber, file, name }: FileViewProps) {
  const { t } = useTexts()
  const opened = usePaperFile(orderNumber, file.id)
  return (
    <section className="order-file-view" aria-label={name}>
      {opened.isError && <p className="fault-text">{t(`call_error.${opened.error.code}`)}</p>}
      {opened.isPending && <p role="status">{t('papers.opening')}</p>}
      {opened.data !== undefined && <OpenedFileView opened={opened.data} name={name} />}
    </section>
  )
}

function OpenedFileView({ opened, name }: { opened: OpenedFile; name: string }) {
  const { t } = useTexts()
  if (opened.type === 'image/heic') return <p>{t('papers.heic')}</p>
  if (opened.type !== 'application/pdf') return <Picture opened={opened} name={name} />
  return (
    <Suspense fallback={<p role="status">{t('papers.opening')}</p>}>
      <PdfPages base64={opened.base64} name={name} />
    </Suspense>
  )
}

/** The whole picture; a press shows it in its own size, which the panel then scrolls. */
function Picture({ opened, name }: { opened: OpenedFile; name: string }) {
  const { t } = useTexts()
  const [isLarge, setIsLarge] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <p className="fault-text">{t('papers.broken_file')}</p>
  return (
    <>
      <div className={isLarge ? 'order-picture order-picture-large' : 'order-picture'} tabIndex={isLarge ? 0 : -1}>
        <img alt={name} src={`data:${opened.type};base64,${opened.base64}`} onError={() => setIsBroken(true)} />
      </div>
      <div className="order-page-buttons">
        <Button aria-pressed={isLarge} onPress={() => setIsLarge(!isLarge)}>
          {t(isLarge ? 'papers.whole_picture' : 'papers.larger')}
        </Button>
      </div>
    </>
  )
}
