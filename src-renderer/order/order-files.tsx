// The customer's photos and PDFs as buttons. A file that cannot be opened says why.
import type { OrderPapers, PaperFile } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { fileNames, sizeText } from './order-texts.ts'
import { usePaperFile } from '../station/order-queries.ts'

/** A larger picture is decoded only when it is opened. */
const maxThumbnailBytes = 4_000_000

export interface OrderFilesProps {
  papers: OrderPapers
  onOpen: (fileId: string) => void
}

export function OrderFiles({ papers: { orderNumber, order, files }, onOpen }: OrderFilesProps) {
  const texts = useTexts()
  const { t } = texts
  const names = fileNames(texts, files)
  if (order === null) return null
  return (
    <section aria-label={t('papers.files_title')}>
      <h3>{t('papers.files_title')}</h3>
      {files.length === 0 && <p className="sub">{t('papers.no_files')}</p>}
      <ul className="order-files">
        {files.map((file) => (
          <li key={file.id}>
            <Button className="order-file" isDisabled={file.state !== 'stored'} onPress={() => onOpen(file.id)}>
              {hasThumbnail(file) ? (
                <Thumbnail orderNumber={orderNumber} fileId={file.id} />
              ) : (
                <span className="order-file-type" aria-hidden="true">
                  {typeName(file)}
                </span>
              )}
              <span>
                <strong>{names.get(file.id)}</strong>{' '}
                <span className="sub">
                  {file.state === 'stored'
                    ? `${typeName(file)} · ${sizeText(texts, file.bytes)}`
                    : t(`papers.file_${file.state}`)}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const typeNames: Readonly<Record<NonNullable<PaperFile['type']>, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'application/pdf': 'PDF',
}

const typeName = ({ type }: PaperFile): string => (type === null ? '…' : typeNames[type])

const hasThumbnail = ({ type, bytes }: PaperFile): boolean =>
  type !== null && type !== 'application/pdf' && type !== 'image/heic' && bytes <= maxThumbnailBytes

function Thumbnail({ orderNumber, fileId }: { orderNumber: string; fileId: string }) {
  const file = usePaperFile(orderNumber, fileId).data
  // the name of the button says what it is
  if (file === undefined) return <span className="order-file-type" />
  return <img className="order-file-type" alt="" src={`data:${file.type};base64,${file.base64}`} />
}
