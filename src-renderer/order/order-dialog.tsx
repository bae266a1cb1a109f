// The papers of an order over the whole screen: its facts, its sheets and the customer's files, or one of the files.
import { useState } from 'react'
import type { OrderPapers, SheetView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Sign } from '../ui/sign.tsx'
import { useNow } from '../ui/use-now.ts'
import { goTo } from '../use-route.ts'
import { FileView } from './file-view.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderFiles } from './order-files.tsx'
import { fileNames, stateText } from './order-texts.ts'
import { useOrderPapers } from '../station/order-queries.ts'

export interface OrderDialogProps {
  orderNumber: string
  /** The sheet from whose page the papers were opened; null: from a sticker. */
  sheet: NonNullable<SheetView['sheet']> | null
  onClose: () => void
}

/** Often enough for an age in minutes. */
const ageEveryMs = 30_000

export function OrderDialog({ orderNumber, sheet, onClose }: OrderDialogProps) {
  const texts = useTexts()
  const { t } = texts
  const papers = useOrderPapers(orderNumber)
  const [openFileId, setOpenFileId] = useState<string | null>(null)
  const nowMs = useNow(ageEveryMs)
  const { data } = papers
  const openFile = data?.files.find(({ id }) => id === openFileId)
  const openName = openFile === undefined ? null : (fileNames(texts, data?.files ?? []).get(openFile.id) ?? '')
  const title = [t('papers.title', { order: orderNumber }), openName].filter((part) => part !== null).join(' · ')
  const state = data === undefined ? null : stateText(texts, data, nowMs)
  return (
    <ModalDialog title={title} isOpen onClose={onClose} isWhole>
      {openFile !== undefined ? (
        <FileView orderNumber={orderNumber} file={openFile} name={openName ?? ''} />
      ) : (
        <div className="order-papers">
          {papers.isError && <p className="fault-text">{t(`call_error.${papers.error.code}`)}</p>}
          {state !== null && (
            <p className="warning tone-waiting" role="status">
              <Sign tone="waiting" />
              <span>{state}</span>
            </p>
          )}
          {data !== undefined && (
            <>
              <OrderFacts papers={data} sheet={sheet} nowMs={nowMs} />
              <div className="order-side">
                <OrderFiles papers={data} onOpen={setOpenFileId} />
                <OrderSheets sheets={data.sheets} openSheetId={sheet?.id ?? null} onClose={onClose} />
              </div>
            </>
          )}
        </div>
      )}
      {openFile === undefined ? (
        <DialogButtons onClose={onClose} />
      ) : (
        <DialogButtons onClose={onClose} closeText={t('papers.close')}>
          <Button onPress={() => setOpenFileId(null)}>{t('papers.back')}</Button>
        </DialogButtons>
      )}
    </ModalDialog>
  )
}

interface OrderSheetsProps {
  sheets: OrderPapers['sheets']
  openSheetId: string | null
  onClose: () => void
}

/** The sheets that the stored lists have; a press opens one. */
function OrderSheets({ sheets, openSheetId, onClose }: OrderSheetsProps) {
  const { t } = useTexts()
  const others = sheets.filter(({ sheetId }) => sheetId !== openSheetId)
  if (others.length === 0) return null
  return (
    <section aria-label={t('papers.order_sheets')}>
      <h3>{t('papers.order_sheets')}</h3>
      <div className="order-sheets">
        {others.map(({ sheetId, sheetNo, date }) => (
          <Button
            key={sheetId}
            onPress={() => {
              onClose()
              goTo({ screen: 'sheet', date, sheetId })
            }}
          >
            {t('papers.sheet', { sheet: sheetNo })}
          </Button>
        ))}
      </div>
    </section>
  )
}
