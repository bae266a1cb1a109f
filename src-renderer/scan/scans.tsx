// Handles a scanned code on every screen: opens the sheet or the order, shows the hand-over, or shows a message for anything else. A scan never
// starts the brake.
import { lazy, Suspense, useCallback, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { maxScanLength, type CallOut } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { callStation, useScannerSettings } from '../station/queries.ts'
import { useStationLink, useStatus } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { Sign } from '../ui/sign.tsx'
import { useDismissOnLeave } from '../ui/use-dismiss-on-leave.ts'
import { goTo } from '../use-route.ts'
import { TakeOverDialog } from '../work/take-over.tsx'
import { useScanner, type Scan } from './use-scanner.ts'

type ScanProblem = 'half' | 'not_ours' | 'unknown_sheet' | 'unknown_sticker' | 'failed'

/** Only a sticker's number opens it here, so its code is not part of the first page. */
const OrderDialog = lazy(async () => ({ default: (await import('../order/order-dialog.tsx')).OrderDialog }))

export function Scans() {
  const link = useStationLink()
  const { print } = useScreenStore()
  const { today } = useStatus()
  const [notice, setNotice] = useState<{ problem: ScanProblem } | null>(null)
  const [handOver, setHandOver] = useState<string | null>(null)
  const [orderNumber, setOrderNumber] = useState<string | null>(null)
  const onScan = useCallback(
    (scan: Scan) => {
      setNotice(null)
      if (scan.kind === 'half') return setNotice({ problem: 'half' })
      const { text } = scan
      const onAnswer = (answer: CallOut<'scan.read'>): void => {
        if (answer.kind === 'hand_over') return setHandOver(text)
        if (answer.kind === 'order') return setOrderNumber(answer.orderNumber)
        if (answer.kind !== 'sheet') return setNotice({ problem: answer.kind })
        const { sheetId, date } = answer
        setHandOver(null)
        setOrderNumber(null)
        print.onScan(answer)
        goTo({ screen: 'sheet', date: date ?? today, sheetId })
      }
      const onError = (thrown: unknown): void =>
        setNotice({ problem: callErrorOf(thrown).code === 'bad_input' ? 'not_ours' : 'failed' })
      if (text.length >= maxScanLength) return setNotice({ problem: 'not_ours' })
      callStation(link, 'scan.read', { text }).then(onAnswer, onError)
    },
    [link, print, today],
  )
  useScanner(useScannerSettings().data, onScan)
  return (
    <>
      {notice !== null && <ScanMessage problem={notice.problem} onClose={() => setNotice(null)} />}
      {handOver !== null && <TakeOverDialog key={handOver} scanned={handOver} onClose={() => setHandOver(null)} />}
      {orderNumber !== null && (
        <Suspense>
          <OrderDialog key={orderNumber} orderNumber={orderNumber} sheet={null} onClose={() => setOrderNumber(null)} />
        </Suspense>
      )}
    </>
  )
}

function ScanMessage({ problem, onClose }: { problem: ScanProblem; onClose: () => void }) {
  const { t } = useTexts()
  useDismissOnLeave(true, '.scan-message', onClose)
  return (
    <div className="scan-message" role="alert">
      <Sign tone="person" />
      <p>
        <strong>{t(`scan.${problem}`)}</strong> {t(`scan.${problem}_todo`)}
      </p>
      <Button onPress={onClose}>{t('scan.close')}</Button>
    </div>
  )
}
