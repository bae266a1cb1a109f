// Sheets per day as stacked bars. Each standing has a colour and a pattern; the table below shows the same figures.
import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis, ResponsiveContainer } from 'recharts'
import { standings, type OversightView, type SheetStanding } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'

const chartHeight = 240

export function DaysChart({ days }: Pick<OversightView, 'days'>) {
  const { t, date: shortDate } = useTexts()
  const patterns = useId()
  const shown = standings.filter((standing) => days.some(({ counts }) => counts[standing] > 0))
  const rows = days.map(({ date, counts }) => ({
    name: date === null ? t('oversight.earlier') : shortDate(date),
    ...counts,
  }))
  return (
    <figure className="days-chart" aria-label={t('oversight.chart')}>
      <figcaption>
        <h2>{t('oversight.chart')}</h2>
        <p className="sub">{t('oversight.chart_text')}</p>
        <ul className="chart-legend">
          {shown.map((standing) => (
            <li key={standing}>
              <svg className="chart-swatch" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <Patterns id={`${patterns}-legend`} of={[standing]} />
                <rect
                  className={`chart-bar-${standing}`}
                  width="24"
                  height="24"
                  fill={`url(#${patterns}-legend-${standing})`}
                />
              </svg>
              {t(`oversight.count.${standing}`)}
            </li>
          ))}
        </ul>
      </figcaption>
      <ResponsiveContainer width="100%" height={chartHeight}>
        <BarChart data={rows} title={t('oversight.chart')} desc={t('oversight.chart_text')}>
          <defs>
            <Patterns id={patterns} of={shown} />
          </defs>
          <CartesianGrid vertical={false} />
          <XAxis dataKey="name" tickLine={false} interval="preserveStartEnd" minTickGap={12} />
          <YAxis allowDecimals={false} width="auto" tickLine={false} />
          <Tooltip isAnimationActive={false} />
          {shown.map((standing) => (
            <Bar
              key={standing}
              dataKey={standing}
              name={t(`oversight.count.${standing}`)}
              stackId="sheets"
              className={`chart-bar-${standing}`}
              fill={`url(#${patterns}-${standing})`}
              maxBarSize={64}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  )
}

/** The pattern of each standing, so that colour is not the only difference. */
const strokes: Record<SheetStanding, string | null> = {
  bent: null,
  marked: 'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  stuck: 'M0 0L8 8M8 0L0 8',
  wrong: 'M0 4H8M4 0V8',
  waiting: 'M4 3V5',
  left: '',
}

function Patterns({ id, of }: { id: string; of: readonly SheetStanding[] }) {
  return of.map((standing) => (
    <pattern key={standing} id={`${id}-${standing}`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect className={`pattern-ground pattern-${standing}`} width="8" height="8" />
      {strokes[standing] !== null && (
        <path className={`pattern-line pattern-line-${standing}`} d={strokes[standing] ?? ''} />
      )}
    </pattern>
  ))
}
