// The pages of a PDF, drawn one at a time on a canvas by PDF.js. Its scripts are not run, its links and forms are only drawn, and nothing
// is fetched: the page's content policy would forbid it as well.
import { AnnotationMode, getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite makes the default export of a worker
import ParsingWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { useSize } from '../ui/use-size.ts'

/** A page of a hostile file could be as large as a football field. */
const maxCanvasSide = 4_096
/** Larger than fitting the panel. */
const zoomed = 2

export function PdfPages({ base64, name }: { base64: string; name: string }) {
  const { t } = useTexts()
  const opened = usePdf(base64)
  const [pageNo, setPageNo] = useState(1)
  const [isLarge, setIsLarge] = useState(false)
  if (opened === 'broken') return <p className="fault-text">{t('papers.broken_file')}</p>
  if (opened === null) return <p role="status">{t('papers.opening')}</p>
  const { numPages: total } = opened
  return (
    <>
      <PdfPage pdf={opened} pageNo={pageNo} zoom={isLarge ? zoomed : 1} name={`${name} · ${pageNo} / ${total}`} />
      <div className="order-page-buttons">
        {total > 1 && (
          <>
            <Button isDisabled={pageNo <= 1} onPress={() => setPageNo(pageNo - 1)}>
              {t('papers.previous_page')}
            </Button>
            <span>{t('papers.page_of', { page: pageNo, total })}</span>
            <Button isDisabled={pageNo >= total} onPress={() => setPageNo(pageNo + 1)}>
              {t('papers.next_page')}
            </Button>
          </>
        )}
        <Button aria-pressed={isLarge} onPress={() => setIsLarge(!isLarge)}>
          {t(isLarge ? 'papers.whole_picture' : 'papers.larger')}
        </Button>
      </div>
    </>
  )
}

/** Null: it is being opened. */
function usePdf(base64: string): PDFDocumentProxy | 'broken' | null {
  const [pdf, setPdf] = useState<PDFDocumentProxy | 'broken' | null>(null)
  useEffect(() => {
    // its own worker, so that a file which never ends is ended with its view
    const port = new ParsingWorker()
    const loading = getDocument({
      worker: PDFWorker.fromPort({ port }),
      data: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
      enableXfa: false,
      isEvalSupported: false,
      // the page's content policy forbids both
      useWasm: false,
      useWorkerFetch: false,
      // without the files of the standard fonts, which would be fetched
      useSystemFonts: true,
      stopAtErrors: false,
    })
    let isOver = false
    loading.promise.then(
      (opened) => isOver || setPdf(opened),
      () => isOver || setPdf('broken'),
    )
    return () => {
      isOver = true
      void loading.destroy().finally(() => port.terminate())
    }
  }, [base64])
  return pdf
}

interface PdfPageProps {
  pdf: PDFDocumentProxy
  pageNo: number
  zoom: number
  name: string
}

function PdfPage({ pdf, pageNo, zoom, name }: PdfPageProps) {
  const { t } = useTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { element, size } = useSize()
  const { width, height } = size ?? { width: 0, height: 0 }
  const [failedPage, setFailedPage] = useState<number | null>(null)
  useEffect(() => {
    if (width === 0 || height === 0) return
    let isOver = false
    let stop = (): void => undefined
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(pageNo)
      const target = canvas.current
      if (isOver || target === null) return
      const natural = page.getViewport({ scale: 1 })
      const wanted = Math.min(width / natural.width, height / natural.height) * zoom * window.devicePixelRatio
      const scale = Math.min(wanted, maxCanvasSide / Math.max(natural.width, natural.height))
      const viewport = page.getViewport({ scale })
      target.width = Math.max(1, Math.floor(viewport.width))
      target.height = Math.max(1, Math.floor(viewport.height))
      target.style.width = `${target.width / window.devicePixelRatio}px`
      const canvasContext = target.getContext('2d')
      if (canvasContext === null) throw new Error('the page has no 2D canvas')
      const task = page.render({ canvasContext, viewport, annotationMode: AnnotationMode.ENABLE })
      stop = () => task.cancel()
      await task.promise
    }
    draw().catch(() => isOver || setFailedPage(pageNo))
    return () => {
      isOver = true
      stop()
    }
  }, [pdf, pageNo, zoom, width, height])
  return (
    <div ref={element} className="order-picture order-picture-large" tabIndex={0}>
      {failedPage === pageNo ? (
        <p className="fault-text">{t('papers.broken_file')}</p>
      ) : (
        <canvas ref={canvas} role="img" aria-label={name} />
      )}
    </div>
  )
}
