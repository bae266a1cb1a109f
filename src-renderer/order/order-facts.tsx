// What the order says: the customer's note, the reference, the delivery, how far it is, and the approval of the sheet. All of it is shown
// as text.
import type { OrderPapers, SheetView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { addressText, approvalText, deliveryText, progressText } from './order-texts.ts'

export interface OrderFactsProps {
  papers: OrderPapers
  sheet: NonNullable<SheetView['sheet']> | null
  nowMs: number
}

export function OrderFacts({ papers, sheet, nowMs }: OrderFactsProps) {
  const texts = useTexts()
  const { t, when } = texts
  const { order, readAt } = papers
  const approval = sheet === null ? null : approvalText(texts, sheet.approval, nowMs)
  return (
    <section className="order-facts" aria-label={t('papers.facts')}>
      {order !== null && order.note !== null && <p className="order-note">{order.note}</p>}
      <dl>
        {order !== null && (
          <>
            <Fact name={t('papers.customer')} value={order.customer?.name ?? null} />
            <Fact name={t('papers.order_title')} value={order.title} />
            <Fact name={t('papers.reference')} value={order.customerPo} />
            <Fact name={t('papers.project')} value={order.projectNo} />
            <Fact name={t('papers.orderer')} value={order.orderer} />
            <Fact name={t('papers.delivery_label')} value={deliveryText(texts, order.delivery)} />
            <Fact name={t('papers.address')} value={addressText(order.delivery)} />
            <Fact
              name={t('papers.progress')}
              value={progressText(texts, order.production, sheet?.sheetNo ?? null)}
              note={readAt === null ? null : t('papers.as_of', { when: when(readAt) })}
            />
            <Fact name={t('papers.stickers')} value={order.stickerNumbers.join(', ')} />
          </>
        )}
        <Fact name={t('approval.label')} value={approval} />
      </dl>
    </section>
  )
}

interface FactProps {
  name: string
  /** Null or empty: there is none, and the line is absent. */
  value: string | null
  note?: string | null
}

function Fact({ name, value, note = null }: FactProps) {
  if (value === null || value.trim() === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {note !== null && <span className="sub">{note}</span>}
      </dd>
    </div>
  )
}
