// Handles a scanned code on every screen: opens the sheet or the order, shows the hand-over, or lets the message bar say why it opens nothing.
// A scan never starts the brake.
import { lazy, Suspense, useCallback, useState } from 'react'
import { maxScanLength, type CallOut } from '../../shared/station-api/index.ts'
import { callStation, useScannerSettings } from '../station/queries.ts'
import { useStationLink, useStatus } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { goTo } from '../use-route.ts'
import { TakeOverDialog } from '../work/take-over.tsx'
import { useScanner, type Scan } from './use-scanner.ts'

/** Only a sticker's number opens it here, so its code is not part of the first page. */
const OrderDialog = lazy(async () => ({ default: (await import('../order/order-dialog.tsx')).OrderDialog }))

export function Scans() {
  const link = useStationLink()
  const { openOrder, print, scanProblem } = useScreenStore()
  const { today } = useStatus()
  const [handOver, setHandOver] = useState<string | null>(null)
  const orderNumber = useSlice(openOrder)
  const onScan = useCallback(
    (scan: Scan) => {
      scanProblem.set(null)
      if (scan.kind === 'incomplete') return scanProblem.set('incomplete')
      const { text } = scan
      const onAnswer = (answer: CallOut<'scan.read'>): void => {
        if (answer.kind === 'hand_over') return setHandOver(text)
        if (answer.kind === 'order') return openOrder.set(answer.orderNumber)
        if (answer.kind !== 'sheet') return scanProblem.set(answer.kind)
        const { sheetId, date } = answer
        setHandOver(null)
        openOrder.set(null)
        print.onScan(answer)
        goTo({ screen: 'sheet', date: date ?? today, sheetId })
      }
      const onError = (thrown: unknown): void =>
        scanProblem.set(callErrorOf(thrown).code === 'bad_input' ? 'not_ours' : 'failed')
      if (text.length >= maxScanLength) return scanProblem.set('not_ours')
      callStation(link, 'scan.read', { text }).then(onAnswer, onError)
    },
    [link, openOrder, print, scanProblem, today],
  )
  useScanner(useScannerSettings().data, onScan)
  return (
    <>
      {handOver !== null && <TakeOverDialog key={handOver} scanned={handOver} onClose={() => setHandOver(null)} />}
      {orderNumber !== null && (
        <Suspense>
          <OrderDialog key={orderNumber} orderNumber={orderNumber} sheet={null} onClose={() => openOrder.set(null)} />
        </Suspense>
      )}
    </>
  )
}
