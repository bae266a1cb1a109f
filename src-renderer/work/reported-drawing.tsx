// Reports that a drawing is wrong, of this station and of others: who reported it, when and why, and its release by a supervisor.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { CallError, DeviationView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import type { StopElsewhere } from '../station/stations-queries.ts'
import { SupervisorDialog } from './supervisor-dialog.tsx'

export function ReportedDrawing({ deviation }: { deviation: DeviationView }) {
  const { t, when } = useTexts()
  const release = useCall('deviation.release')
  const { id, by, reason, text, reportedAt } = deviation
  return (
    <Report
      sentence={t('deviation.reported', {
        when: when(reportedAt),
        by: by ?? t('question.nobody'),
        reason: withText(t(`deviation_reason.${reason}`), text),
      })}
      error={release.error}
      onRelease={(name, why) => release.mutate({ deviationId: id, by: name, reason: why })}
    />
  )
}

export function ReportedElsewhere({ stop }: { stop: StopElsewhere }) {
  const { t, when, named } = useTexts()
  const release = useCall('stations.release')
  const { id, station, by, reason, text, reportedAt } = stop
  return (
    <Report
      sentence={t('stations.reported_at', {
        when: when(reportedAt),
        station,
        by: by ?? t('question.nobody'),
        reason: withText(named('deviation_reason', reason), text),
      })}
      error={release.error}
      onRelease={(name, why) => release.mutate({ stopId: id, by: name, reason: why })}
    />
  )
}

const withText = (reason: string, text: string | null): string => (text === null ? reason : `${reason} – ${text}`)

interface ReportProps {
  sentence: string
  error: CallError | null
  onRelease: (by: string, reason: string) => void
}

function Report({ sentence, error, onRelease }: ReportProps) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="reported">
      <p>{sentence}</p>
      <Button onPress={() => setIsOpen(true)}>{t('supervisor.release')}</Button>
      <SupervisorDialog
        title={t('supervisor.release')}
        reasons={[t('why.release_measured'), t('why.release_office')]}
        isOpen={isOpen}
        error={error}
        onClose={() => setIsOpen(false)}
        onAnswer={onRelease}
      />
    </div>
  )
}
