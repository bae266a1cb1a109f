// Opens the papers of a sheet's order. Says on the button what is in them, so that a person opens them only with a reason.
import { useState } from 'react'
import type { SheetView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { useOrderPapers } from '../station/order-queries.ts'

export function OrderButton({ sheet }: { sheet: NonNullable<SheetView['sheet']> }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const orderNumber = sheet.order.numberDisplay
  const papers = useOrderPapers(orderNumber).data
  const note = papers?.order?.note ?? null
  const fileCount = papers?.files.length ?? 0
  const summary = [
    ...(note === null ? [] : [t('papers.has_note')]),
    ...(fileCount === 0 ? [] : [t('papers.files', { count: fileCount })]),
  ]
  return (
    <>
      <Button className="order-open" onPress={() => setIsOpen(true)}>
        {[t('papers.open'), ...summary].join(' · ')}
      </Button>
      {isOpen && <OrderDialog orderNumber={orderNumber} sheet={sheet} onClose={() => setIsOpen(false)} />}
    </>
  )
}
