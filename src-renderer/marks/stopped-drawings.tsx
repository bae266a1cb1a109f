// Drawings that this station or a paired one reported as wrong, until they are released or replaced.
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useSheet } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { useStopsElsewhere } from '../station/stations-queries.ts'
import { useDeviations } from '../station/work-queries.ts'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import { ReportedDrawing, ReportedElsewhere } from '../work/reported-drawing.tsx'

export function StoppedDrawings() {
  const { t } = useTexts()
  const deviations = useDeviations().data?.deviations ?? []
  const stops = useStopsElsewhere()
  if (deviations.length === 0 && stops.length === 0) return null
  const title = t('marks.stopped')
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="mark-list">
        {deviations.map((deviation) => (
          <StoppedDrawing key={deviation.id} sheetId={deviation.sheetId}>
            <ReportedDrawing deviation={deviation} />
          </StoppedDrawing>
        ))}
        {stops.map((stop) => (
          <StoppedDrawing key={stop.id} sheetId={stop.sheetId}>
            <ReportedElsewhere stop={stop} />
          </StoppedDrawing>
        ))}
      </ul>
    </section>
  )
}

function StoppedDrawing({ sheetId, children }: { sheetId: string; children: ReactNode }) {
  const { t } = useTexts()
  const { today } = useStatus()
  const sheet = useSheet(sheetId).data?.sheet ?? null
  return (
    <li className="mark-line tone-fault">
      <Sign tone="fault" />
      <div className="mark-line-text">
        <p className="main">
          {sheet === null
            ? t('marks.unnamed', { id: sheetId.slice(0, 8) })
            : t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })}
        </p>
        <p>{t('work_stop.drawing_wrong')}</p>
        {children}
      </div>
      <Button isDisabled={sheet === null} onPress={() => goTo({ screen: 'sheet', date: today, sheetId })}>
        {t('mark.open_sheet')}
      </Button>
    </li>
  )
}
