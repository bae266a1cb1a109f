// Every undelivered mark with its reason and age; marks that need a person come first.
import { Button } from '../ui/button.tsx'
import type { MarkView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { goTo } from '../use-route.ts'
import { useMarks } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { StoppedDrawings } from './stopped-drawings.tsx'
import { UndeliveredMarks } from './undelivered-marks.tsx'

export function MarksScreen() {
  const { t } = useTexts()
  const { today } = useStatus()
  const marks = useMarks()
  return (
    <main className="screen">
      <header className="bar">
        <Button className="back" onPress={() => goTo({ screen: 'list', date: today })}>
          <Icon name="back" /> {t('sheet.back')}
        </Button>
        <div className="bar-title">
          <h1>{t('marks.title')}</h1>
        </div>
      </header>
      {marks.data !== undefined ? (
        <Marks marks={marks.data.marks} total={marks.data.total} />
      ) : (
        <div className="empty" aria-busy={marks.isPending}>
          {marks.isPending ? (
            <Notice tone="waiting" title={t('marks.loading')} />
          ) : (
            <Notice tone="fault" title={t('marks.failed_title')}>
              <p>{t(`call_error.${marks.error.code}`)}</p>
              <Button onPress={() => void marks.refetch()}>{t('list.retry')}</Button>
            </Notice>
          )}
        </div>
      )}
    </main>
  )
}

function Marks({ marks, total }: { marks: readonly MarkView[]; total: number }) {
  const { t } = useTexts()
  const { queue, stoppedSheets } = useStatus()
  return (
    <div className="scroller marks">
      <p className="marks-queue" role="status">
        {t(`queue.${queue.state}`)}
      </p>
      {marks.length === 0 && stoppedSheets === 0 && (
        <Notice tone="done" title={t('marks.none_title')}>
          <p>{t('marks.none_text')}</p>
        </Notice>
      )}
      <StoppedDrawings />
      <UndeliveredMarks marks={marks} />
      {total > marks.length && <p className="muted">{t('marks.more', { count: total - marks.length })}</p>}
    </div>
  )
}
