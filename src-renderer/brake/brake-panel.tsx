// The brake panel next to a sheet's drawings: the state, faults, the program before it is sent, and the count while it runs.
import { Button } from '../ui/button.tsx'
import type { BrakeView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Refused } from '../ui/refused.tsx'
import type { MadePiece } from '../work/made-pieces.ts'
import { BrakeMessage } from './brake-message.tsx'
import { alarmText, faultSentences, toneOfBrake } from './brake-texts.ts'
import { useBrakeState } from './other-sheet.ts'
import { LoadedProgram } from './loaded-program.tsx'
import { nextProgram } from './next-program.ts'
import { SendProgram } from './send-program.tsx'

export interface BrakePanelProps {
  sheet: Sheet
  /** The sheet is marked as bent. */
  isMarked: boolean
  /** The pieces as they are made; null: not loaded. */
  pieces: readonly MadePiece[] | null
  /** The piece that the drawings show. */
  pieceNo: number
  onPiece: (pieceNo: number) => void
  onBack: () => void
  onCount: () => void
}

export function BrakePanel({ sheet, isMarked, pieces, pieceNo, onPiece, onBack, onCount }: BrakePanelProps) {
  const { t } = useTexts()
  const brake = useBrake()
  const { loaded } = brake
  const next = nextProgram({ id: sheet.id, pieces: pieces ?? [] }, loaded, pieceNo)
  return (
    <section className="sheet-facts brake" aria-label={t('brake_link.title')}>
      <div className="work-head">
        <Button onPress={onBack}>
          <Icon name="back" /> {t('brake_link.back')}
        </Button>
        <Button onPress={onCount}>{t('brake_link.by_hand')}</Button>
      </div>
      <BrakeStatus brake={brake} sheetId={sheet.id} />
      {brake.upload === null && (
        <>
          {loaded !== null && next.showsLoaded && <LoadedProgram sheet={sheet} isMarked={isMarked} loaded={loaded} />}
          {next.pieceNo !== null && pieces !== null && (
            <SendProgram sheet={sheet} pieces={pieces} pieceNo={next.pieceNo} onPiece={onPiece} />
          )}
        </>
      )}
    </section>
  )
}

function BrakeStatus({ brake, sheetId }: { brake: BrakeView; sheetId: string }) {
  const texts = useTexts()
  const { t } = texts
  const isLost = useLinkState() !== 'open'
  const retry = useCall('brake.retry')
  const title = useBrakeState(brake, sheetId)
  const { state, fault, alarms, link, readOnly } = brake
  if (isLost) return <p className="mark-blocked">{t('status.link_lost')}</p>
  const mayRetry = state === 'disconnected' && link !== null
  // the foot of the sheet has the state itself
  if (alarms.length === 0 && fault === null && readOnly === null && state !== 'stale' && !mayRetry) return null
  return (
    <BrakeMessage tone={toneOfBrake(state)} title={title}>
      {alarms.map((alarm) => (
        <p key={alarm.code}>{alarmText(texts, alarm)}</p>
      ))}
      {alarms.length > 0 && <p>{t('brake_link.alarm_todo')}</p>}
      {readOnly !== null && <p>{t(`brake_link.read_only.${readOnly}`)}</p>}
      {state === 'stale' && <p>{t('brake_link.stale_why')}</p>}
      {fault !== null && faultSentences(texts, fault, link).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {fault !== null && (
        <details className="sub">
          <summary>{t('brake_link.details')}</summary>
          <p className="to-office">{fault.message}</p>
        </details>
      )}
      {mayRetry && (
        <Button isPending={retry.isPending} onPress={() => retry.mutate({})}>
          {t('brake_link.retry')}
        </Button>
      )}
      <Refused title={t('brake_link.refused')} error={retry.error} />
    </BrakeMessage>
  )
}
