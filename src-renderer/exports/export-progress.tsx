// The progress of a running export, and a button that cancels it.
import { Button } from '../ui/button.tsx'
import type { ExportView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'

export function ExportProgress({ view, title }: { view: ExportView; title: string }) {
  const { t } = useTexts()
  const cancel = useCall('export.cancel')
  const { exportId, done, total } = view
  return (
    <div className="export-progress">
      <progress max={Math.max(total, 1)} value={done} aria-label={title} />
      <span className="figure">{total === 0 ? t('export.waiting') : t('export.progress', { done, total })}</span>
      <Button isPending={cancel.isPending} onPress={() => cancel.mutate({ exportId })}>
        {t('export.cancel')}
      </Button>
      {cancel.isError && <span className="fault-text">{t(`call_error.${cancel.error.code}`)}</span>}
    </div>
  )
}
