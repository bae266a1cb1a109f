// Shown on every screen: the running export with its progress, then the result of the last one until it is dismissed. A complete result is
// dismissed when the user goes on.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ExportView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useExports, useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { useDismissOnLeave } from '../ui/use-dismiss-on-leave.ts'
import { goTo } from '../use-route.ts'
import { ExportProgress } from './export-progress.tsx'
import { exportOutcome, exportTitle, toneOfExport } from './export-texts.ts'

export function ExportStrip() {
  const exports = useExports()
  const [dismissedUntil, dismissUntil] = useDismissedUntil()
  const running = exports.filter(({ state }) => state === 'running')
  const ended = exports.findLast(({ state, startedAt }) => state !== 'running' && startedAt > dismissedUntil)
  const [first] = running
  useDismissOnLeave(
    first === undefined && ended?.state === 'done' && ended.refusals.length === 0,
    '.export-strip',
    () => {
      if (ended !== undefined) dismissUntil(ended.startedAt)
    },
  )
  if (first !== undefined) return <Strip view={first} others={running.length - 1} />
  if (ended === undefined) return null
  return <Strip view={ended} others={0} onDismiss={() => dismissUntil(ended.startedAt)} />
}

interface StripProps {
  view: ExportView
  /** The number of exports that wait. */
  others: number
  onDismiss?: () => void
}

function Strip({ view, others, onDismiss }: StripProps) {
  const texts = useTexts()
  const { t } = texts
  const { brakes } = useStatus()
  const title = exportTitle(texts, view, brakes)
  return (
    <section className={`export-strip tone-${toneOfExport(view)}`} aria-label={t('export.label')}>
      <Sign tone={toneOfExport(view)} />
      <p className="export-strip-text" role="status">
        <strong>{title}</strong>
        {view.state !== 'running' && <span>{exportOutcome(texts, view)}</span>}
        {others > 0 && <span>{t('export.waiting_count', { count: others })}</span>}
      </p>
      {view.state === 'running' && <ExportProgress view={view} title={title} />}
      <Button onPress={() => goTo({ screen: 'exports' })}>{t('export.show')}</Button>
      {onDismiss !== undefined && (
        <Button variant="quiet" onPress={onDismiss}>
          {t('export.close')}
        </Button>
      )}
    </section>
  )
}

const storedUnder = 'kant-exports-put-away'

/** Dismissed exports stay dismissed after a reload of this window. */
function useDismissedUntil(): [startedAt: string, dismissUntil: (startedAt: string) => void] {
  const [startedAt, setStartedAt] = useState(() => window.sessionStorage.getItem(storedUnder) ?? '')
  return [
    startedAt,
    (until) => {
      window.sessionStorage.setItem(storedUnder, until)
      setStartedAt(until)
    },
  ]
}
