// A report that a drawing is wrong: who reported it, when and why, and its release by a supervisor.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { DeviationView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { SupervisorDialog } from './supervisor-dialog.tsx'

export function ReportedDrawing({ deviation }: { deviation: DeviationView }) {
  const { t, when } = useTexts()
  const release = useCall('deviation.release')
  const [isOpen, setIsOpen] = useState(false)
  const { id, by, reason, text, reportedAt } = deviation
  const reasonText = t(`deviation_reason.${reason}`)
  return (
    <div className="reported">
      <p>
        {t('deviation.reported', {
          when: when(reportedAt),
          by: by ?? t('question.nobody'),
          reason: text === null ? reasonText : `${reasonText} – ${text}`,
        })}
      </p>
      <Button onPress={() => setIsOpen(true)}>{t('supervisor.release')}</Button>
      <SupervisorDialog
        title={t('supervisor.release')}
        reasons={[t('why.release_measured'), t('why.release_office')]}
        isOpen={isOpen}
        error={release.error}
        onClose={() => setIsOpen(false)}
        onAnswer={(name, reason) => release.mutate({ deviationId: id, by: name, reason })}
      />
    </div>
  )
}
