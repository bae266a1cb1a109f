// The bends as a table, numbered as on the flat pattern, with their positions on the shown piece.
import { bendAngleText, signedTurnDegOf } from '../../shared/bending/index.ts'
import { bendPositions } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from './sheet.ts'

export function BendTable({ sheet, hand }: { sheet: Sheet; hand: string }) {
  const { t, mm, named, language } = useTexts()
  const { bendLines } = sheet.unfolding
  if (bendLines.length === 0) return <p className="muted">{t('sheet.no_bends')}</p>
  const positions = bendPositions(sheet, hand)
  // only a slanted bend line has another position on a piece of the opposite hand
  const differsByHand = hand !== 'none' && positions.some(({ startMm, endMm }) => startMm !== endMm)
  const positionTitle = t('sheet.bend_position')
  return (
    <table className="table" aria-label={t('sheet.bends')}>
      <thead>
        <tr>
          <th scope="col">{t('sheet.bends')}</th>
          <th scope="col">{t('sheet.bend_direction')}</th>
          <th scope="col">{t('sheet.bend_angle')}</th>
          <th scope="col">
            {differsByHand ? `${positionTitle}, ${named('hand', hand).toLocaleLowerCase()}` : positionTitle}
          </th>
          <th scope="col">{t('sheet.bend_radius')}</th>
        </tr>
      </thead>
      <tbody>
        {positions.map(({ bend, startMm, endMm }, index) => {
          const profileBend = sheet.profile.bends[bend]
          const line = bendLines.find((candidate) => candidate.bend === bend)
          // the last column names the hem
          const isHem = profileBend !== undefined && profileBend.hem !== null
          return (
            // an invalid sheet may contain a bend twice
            <tr key={`${bend} ${index}`}>
              <td>{bend + 1}</td>
              <td>
                <span aria-hidden="true" className="direction">
                  {line?.direction === 'up' ? '▲' : line?.direction === 'down' ? '▼' : ''}
                </span>{' '}
                {line === undefined ? '' : named('bend', line.direction)}
              </td>
              <td className="figure">
                {line === undefined ? '' : isHem ? '–' : bendAngleText(signedTurnDegOf(line), language)}
              </td>
              <td>{endMm === startMm ? mm(startMm) : `${mm(startMm)} → ${mm(endMm)}`}</td>
              <td>
                {profileBend === undefined
                  ? ''
                  : profileBend.hem === null
                    ? mm(profileBend.insideRadiusMm)
                    : named('hem', profileBend.hem)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
