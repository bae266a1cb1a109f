// On every screen: the export that runs, with its progress, then how the last one went, until that is put away. What
// was written whole goes by itself once its room is left or something else is pressed.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { ExportView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useExports, useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { useAfterwards } from '../ui/use-afterwards.ts'
import { goTo } from '../use-route.ts'
import { ExportProgress } from './export-progress.tsx'
import { exportOutcome, exportTitle, toneOfExport } from './export-words.ts'

export function ExportStrip() {
  const exports = useExports()
  const [putAway, putAwayUntil] = usePutAway()
  const running = exports.filter(({ state }) => state === 'running')
  const ended = exports.findLast(({ state, startedAt }) => state !== 'running' && startedAt > putAway)
  const [first] = running
  useAfterwards(first === undefined && ended?.state === 'done' && ended.refused.length === 0, '.export-strip', () => {
    if (ended !== undefined) putAwayUntil(ended.startedAt)
  })
  if (first !== undefined) return <Strip view={first} others={running.length - 1} />
  if (ended === undefined) return null
  return <Strip view={ended} others={0} onPutAway={() => putAwayUntil(ended.startedAt)} />
}

interface StripProps {
  view: ExportView
  /** How many wait behind it. */
  others: number
  onPutAway?: () => void
}

function Strip({ view, others, onPutAway }: StripProps) {
  const words = useWords()
  const { t } = words
  const { brakes } = useStatus()
  const title = exportTitle(words, view, brakes)
  return (
    <section className={`export-strip tone-${toneOfExport(view)}`} aria-label={t('export.label')}>
      <Sign tone={toneOfExport(view)} />
      <p className="export-strip-words" role="status">
        <strong>{title}</strong>
        {view.state !== 'running' && <span>{exportOutcome(words, view)}</span>}
        {others > 0 && <span>{t('export.waiting_count', { count: others })}</span>}
      </p>
      {view.state === 'running' && <ExportProgress view={view} title={title} />}
      <Button className="button" onPress={() => goTo({ screen: 'exports' })}>
        {t('export.show')}
      </Button>
      {onPutAway !== undefined && (
        <Button className="button quiet" onPress={onPutAway}>
          {t('export.close')}
        </Button>
      )}
    </section>
  )
}

const storedUnder = 'kant-exports-put-away'

/** Exports that were started by then, ended and were put away are not shown again, after a reload of this window either. */
function usePutAway(): [startedAt: string, putAwayUntil: (startedAt: string) => void] {
  const [startedAt, setStartedAt] = useState(() => window.sessionStorage.getItem(storedUnder) ?? '')
  return [
    startedAt,
    (until) => {
      window.sessionStorage.setItem(storedUnder, until)
      setStartedAt(until)
    },
  ]
}
