// The sums of the days as large figures, each with its sign and its word; a press shows the sheets behind it.
import { Button } from 'react-aria-components/Button'
import { standings, type OversightCounts, type OversightWanted } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import type { Tone } from '../list/bend-state.ts'
import { Sign } from '../ui/sign.tsx'
import { toneOfStanding } from './standing-signs.ts'

export interface FiguresProps {
  counts: OversightCounts
  stuckAfterMinutes: number
  onLook: (what: string, wanted: OversightWanted) => void
}

export function Figures({ counts, stuckAfterMinutes, onLook }: FiguresProps) {
  const { t } = useWords()
  const hours = Math.round(stuckAfterMinutes / 60)
  const figures: { name: 'sheets' | 'rework' | (typeof standings)[number]; tone: Tone; wanted: OversightWanted }[] = [
    { name: 'sheets', tone: 'open', wanted: {} },
    ...standings.map((standing) => ({ name: standing, tone: toneOfStanding[standing], wanted: { standing } })),
    { name: 'rework', tone: 'doubt', wanted: { rework: true } },
  ]
  return (
    <ul className="figures" aria-label={t('oversight.total')}>
      {figures.map(({ name, tone, wanted }) => (
        <li key={name}>
          <Button
            className={`figure tone-${counts[name] === 0 ? 'open' : tone}`}
            isDisabled={counts[name] === 0}
            onPress={() => onLook(t(`oversight.count.${name}`), wanted)}
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
