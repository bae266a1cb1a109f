// The bends as figures, numbered as on the unfolding.
import { useWords } from '../language/use-words.ts'
import type { Sheet } from './sheet.ts'

export function BendTable({ sheet }: { sheet: Sheet }) {
  const { t, mm, deg, named } = useWords()
  const { bendLines } = sheet.unfolding
  if (bendLines.length === 0) return <p className="muted">{t('sheet.no_bends')}</p>
  return (
    <table className="table" aria-label={t('sheet.bends')}>
      <thead>
        <tr>
          <th scope="col">{t('sheet.bends')}</th>
          <th scope="col">{t('sheet.bend_direction')}</th>
          <th scope="col">{t('sheet.bend_angle')}</th>
          <th scope="col">{t('sheet.bend_position')}</th>
          <th scope="col">{t('sheet.bend_radius')}</th>
        </tr>
      </thead>
      <tbody>
        {bendLines.map(({ bend, direction, angleDeg, positionMm, endPositionMm }) => {
          const made = sheet.profile.bends[bend]
          return (
            <tr key={bend}>
              <td>{bend + 1}</td>
              <td>
                <span aria-hidden="true" className="direction">
                  {direction === 'up' ? '▲' : direction === 'down' ? '▼' : ''}
                </span>{' '}
                {named('bend', direction)}
              </td>
              <td className="figure">{deg(angleDeg)}</td>
              <td>
                {endPositionMm === null || endPositionMm === positionMm
                  ? mm(positionMm)
                  : `${mm(positionMm)} → ${mm(endPositionMm)}`}
              </td>
              <td>{made === undefined ? '' : made.hem === null ? mm(made.insideRadiusMm) : named('hem', made.hem)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
