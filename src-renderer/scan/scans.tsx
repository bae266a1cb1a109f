// What a scanned code does, wherever on the screen: a sheet is opened, a hand-over is shown to be taken, and anything else is one plain
// message. A scan starts nothing.
import { useCallback, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { longestScan, type CallOut } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { asked, useScannerSettings } from '../station/queries.ts'
import { useStationLink, useStatus } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { Sign } from '../ui/sign.tsx'
import { useAfterwards } from '../ui/use-afterwards.ts'
import { goTo } from '../use-route.ts'
import { TakeOverDialog } from '../work/take-over.tsx'
import { printScanned } from './old-print.ts'
import { useScanner, type Scan } from './use-scanner.ts'

type Said = 'half' | 'not_ours' | 'unknown_sheet' | 'failed'

export function Scans() {
  const link = useStationLink()
  const { today } = useStatus()
  const [said, say] = useState<{ what: Said } | null>(null)
  const [handOver, show] = useState<string | null>(null)
  const onScan = useCallback(
    (scan: Scan) => {
      say(null)
      if (scan.is === 'half') return say({ what: 'half' })
      const { text } = scan
      const answered = (answer: CallOut<'scan.read'>): void => {
        if (answer.kind === 'hand_over') return show(text)
        if (answer.kind !== 'sheet') return say({ what: answer.kind })
        const { sheetId, date } = answer
        show(null)
        printScanned(answer)
        goTo({ screen: 'sheet', date: date ?? today, sheetId })
      }
      const failed = (thrown: unknown): void =>
        say({ what: callErrorOf(thrown).code === 'bad_input' ? 'not_ours' : 'failed' })
      if (text.length >= longestScan) return say({ what: 'not_ours' })
      asked(link, 'scan.read', { text }).then(answered, failed)
    },
    [link, today],
  )
  useScanner(useScannerSettings().data, onScan)
  return (
    <>
      {said !== null && <ScanSays said={said.what} onClose={() => say(null)} />}
      {handOver !== null && <TakeOverDialog key={handOver} scanned={handOver} onClose={() => show(null)} />}
    </>
  )
}

function ScanSays({ said, onClose }: { said: Said; onClose: () => void }) {
  const { t } = useWords()
  useAfterwards(true, '.scan-says', onClose)
  return (
    <div className="scan-says" role="alert">
      <Sign tone="person" />
      <p>
        <strong>{t(`scan.${said}`)}</strong> {t(`scan.${said}_todo`)}
      </p>
      <Button className="button" onPress={onClose}>
        {t('scan.close')}
      </Button>
    </div>
  )
}
