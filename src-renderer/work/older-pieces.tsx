// Pieces that were made from another version of the drawing, or before a rework. The warning stays until somebody closes it.
import { Button } from '../ui/button.tsx'
import type { WorkView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'

export interface OlderPiecesProps {
  older: WorkView['olderJobs']
  /** The sheet's now. */
  reworkCount: number
}

export function OlderPieces({ older, reworkCount }: OlderPiecesProps) {
  const { t } = useTexts()
  const close = useCall('job.close')
  return (
    <>
      {older.map((job) => (
        <div key={job.jobId} className="older tone-needs_person">
          <p className="warning tone-needs_person">
            <Sign tone="needs_person" />
            <span>
              {job.done === 0
                ? t('work.older_lengths')
                : job.reworkCount < reworkCount
                  ? t('work.older_rework', { count: job.done })
                  : t('work.older', { count: job.done, version: job.drawingVersion })}
            </span>
          </p>
          <Button isPending={close.isPending} onPress={() => close.mutate({ jobId: job.jobId })}>
            {t('work.older_close')}
          </Button>
        </div>
      ))}
      <Refused title={t('work.refused')} error={close.error} />
    </>
  )
}
