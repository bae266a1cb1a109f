// The totals of the days as large figures with icon and name. A press shows the sheets of a figure.
import { Button } from '../ui/button.tsx'
import { standings, type OversightCounts, type OversightFilter } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Tone } from '../ui/bend-state.ts'
import { Sign } from '../ui/sign.tsx'
import { toneOfStanding } from './standing-signs.ts'

export interface FiguresProps {
  counts: OversightCounts
  stuckAfterMinutes: number
  onShowSheets: (title: string, filter: OversightFilter) => void
}

export function Figures({ counts, stuckAfterMinutes, onShowSheets }: FiguresProps) {
  const { t } = useTexts()
  const hours = Math.round(stuckAfterMinutes / 60)
  const figures: { name: 'sheets' | 'rework' | (typeof standings)[number]; tone: Tone; filter: OversightFilter }[] = [
    { name: 'sheets', tone: 'open', filter: {} },
    ...standings.map((standing) => ({ name: standing, tone: toneOfStanding[standing], filter: { standing } })),
    { name: 'rework', tone: 'uncertain', filter: { rework: true } },
  ]
  return (
    <ul className="figures" aria-label={t('oversight.total')}>
      {figures.map(({ name, tone, filter }) => (
        <li key={name}>
          <Button
            variant="bare"
            className={`figure tone-${counts[name] === 0 ? 'open' : tone}`}
            isDisabled={counts[name] === 0}
            onPress={() => onShowSheets(t(`oversight.count.${name}`), filter)}
          >
            <span className="figure-number">
              {name !== 'sheets' && <Sign tone={tone} />} {counts[name]}
            </span>
            <strong>{t(`oversight.count.${name}`)}</strong>
            <span className="figure-means">{t(`oversight.means.${name}`, { hours })}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
