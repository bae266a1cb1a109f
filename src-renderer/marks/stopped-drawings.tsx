// Drawings that this station reported as wrong, until they are released or replaced.
import { Button } from '../ui/button.tsx'
import type { DeviationView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useSheet } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { useDeviations } from '../station/work-queries.ts'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import { ReportedDrawing } from '../work/reported-drawing.tsx'

export function StoppedDrawings() {
  const { t } = useTexts()
  const deviations = useDeviations().data?.deviations ?? []
  if (deviations.length === 0) return null
  const title = t('marks.stopped')
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="mark-list">
        {deviations.map((deviation) => (
          <StoppedDrawing key={deviation.id} deviation={deviation} />
        ))}
      </ul>
    </section>
  )
}

function StoppedDrawing({ deviation }: { deviation: DeviationView }) {
  const { t } = useTexts()
  const { today } = useStatus()
  const { sheetId } = deviation
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
        <ReportedDrawing deviation={deviation} />
      </div>
      <Button isDisabled={sheet === null} onPress={() => goTo({ screen: 'sheet', date: today, sheetId })}>
        {t('mark.open_sheet')}
      </Button>
    </li>
  )
}
