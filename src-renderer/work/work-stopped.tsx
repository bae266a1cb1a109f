// Why no piece of the sheet can be counted, and how to continue.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { WorkStop, WorkView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useStopsElsewhere } from '../station/stations-queries.ts'
import { ReportedDrawing, ReportedElsewhere } from './reported-drawing.tsx'
import { SupervisorDialog } from './supervisor-dialog.tsx'
import { useActor } from './use-actor.tsx'

export interface WorkStoppedProps {
  sheet: Sheet
  work: WorkView
  stop: WorkStop
}

export function WorkStopped({ sheet, work, stop }: WorkStoppedProps) {
  const { t } = useTexts()
  const stopsElsewhere = useStopsElsewhere().filter(({ sheetId }) => sheetId === sheet.id)
  return (
    <section className={stop === 'drawing_wrong' ? 'work-stop stopped' : 'work-stop'}>
      <p className="mark-blocked" role={stop === 'drawing_wrong' ? 'alert' : 'status'}>
        {t(`work_stop.${stop}`)}
      </p>
      {work.deviations.map((deviation) => (
        <ReportedDrawing key={deviation.id} deviation={deviation} />
      ))}
      {stopsElsewhere.map((reported) => (
        <ReportedElsewhere key={reported.id} stop={reported} />
      ))}
      {stop === 'not_approved' && <Override sheet={sheet} />}
    </section>
  )
}

function Override({ sheet }: { sheet: Sheet }) {
  const { t } = useTexts()
  const { operator } = useActor()
  const override = useCall('approval.override')
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('supervisor.override')}</Button>
      <SupervisorDialog
        title={t('supervisor.override')}
        reasons={[t('why.override_agreed')]}
        isOpen={isOpen}
        error={override.error}
        onClose={close}
        onAnswer={(by, reason) => {
          const { id: sheetId, drawingVersion } = sheet
          override.mutate(
            { sheetId, drawingVersion, operatorId: operator?.id ?? null, by, reason },
            { onSuccess: close },
          )
        }}
      />
    </>
  )
}
