// The differences between a sheet as bent and as it is now, as texts. Pure.
import { bendAngleText, signedTurnDegOf } from '../../shared/bending/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Sheet } from '../sheet/sheet.ts'

export interface Difference {
  name: string
  before: string
  after: string
}

export type DifferenceTexts = Pick<Texts, 't' | 'language' | 'mm' | 'thickness' | 'named'>

/** The properties that matter most come first. Empty: both are bent in the same way. */
export function sheetDifferences(texts: DifferenceTexts, bent: Sheet, now: Sheet): Difference[] {
  const { t, language, mm, thickness, named } = texts
  const noneText = t('difference.none')
  const lengthText = (length: number): string => t('sheet.length_mm', { length: mm(length) })
  const differing = (name: string, textOf: (sheet: Sheet) => string): Difference[] => {
    const [before, after] = [textOf(bent), textOf(now)]
    return before === after ? [] : [{ name, before, after }]
  }
  const outlineChanged = {
    name: t('difference.outline'),
    before: t('difference.before'),
    after: t('difference.changed'),
  }
  const differences = [
    ...differing(t('difference.quantity'), ({ quantity }) => String(quantity)),
    ...differing(t('difference.pieces'), (sheet) => piecesOf(texts, sheet)),
    ...differing(t('difference.length'), ({ lengthMm }) => lengthText(lengthMm)),
    ...differing(t('difference.width'), ({ unfolding }) => lengthText(unfolding.widthMm)),
    ...differing(t('difference.material'), ({ profile }) => named('material', profile.material)),
    ...differing(t('difference.thickness'), ({ profile }) => `${thickness(profile.thicknessMm)} mm`),
    ...differing(t('difference.colour'), ({ profile }) => profile.colour ?? noneText),
    ...differing(t('difference.colour_side'), ({ profile }) => named('colour_side', profile.colourSide)),
    ...differing(t('sheet.film'), ({ profile }) => named('film', profile.film)),
    ...differing(t('sheet.grain'), ({ profile }) =>
      profile.grain === null ? noneText : named('grain', profile.grain),
    ),
    ...differing(t('difference.flanges'), ({ profile }) =>
      profile.flanges
        .map(({ lengthMm, endLengthMm }) => [lengthMm, endLengthMm ?? lengthMm])
        .map(([start = 0, end = 0]) => (start === end ? mm(start) : `${mm(start)} → ${mm(end)}`))
        .join(' · '),
    ),
    ...differing(t('sheet.bend_radius'), ({ profile }) =>
      profile.bends.map(({ insideRadiusMm }) => mm(insideRadiusMm)).join(' · '),
    ),
    ...differing(t('difference.bends'), ({ profile }) => String(profile.bends.length)),
    ...sharedBendLines(bent, now).flatMap((no) =>
      differing(t('difference.bend', { bend: no + 1 }), ({ unfolding, profile }) => {
        const line = unfolding.bendLines[no]
        if (line === undefined) return noneText
        const hem = profile.bends[line.bend]?.hem ?? null
        return [
          named('bend', line.direction),
          ...(hem === null ? [bendAngleText(signedTurnDegOf(line), language)] : []),
          lengthText(line.positionMm),
          ...(line.endPositionMm === null || line.endPositionMm === line.positionMm
            ? []
            : [lengthText(line.endPositionMm)]),
          ...(hem === null ? [] : [named('hem', hem)]),
        ].join(', ')
      }),
    ),
    ...(cutoutsOf(bent) === cutoutsOf(now) ? [] : [outlineChanged]),
    ...differing(t('difference.reworked'), ({ reworkCount }) =>
      reworkCount === 0 ? noneText : t('difference.times', { count: reworkCount }),
    ),
    ...differing(t('difference.approval'), ({ approval }) => named('approval', approval.state)),
  ]
  return differences.length > 0 || drawnData(bent) === drawnData(now) ? differences : [outlineChanged]
}

const piecesOf = ({ mm, named }: DifferenceTexts, { pieces }: Sheet): string =>
  pieces
    .map(({ quantity, lengthMm, endLengthMm, hand }) => {
      const length =
        endLengthMm === null || endLengthMm === lengthMm ? mm(lengthMm) : `${mm(lengthMm)}/${mm(endLengthMm)}`
      return `${quantity} × ${length}${hand === 'none' ? '' : ` ${named('hand', hand).toLowerCase()}`}`
    })
    .join(' + ')

/** The indexes of the bend lines; empty if their numbers differ, since only the number is shown then. */
const sharedBendLines = (bent: Sheet, now: Sheet): number[] =>
  bent.unfolding.bendLines.length === now.unfolding.bendLines.length
    ? now.unfolding.bendLines.map((_, index) => index)
    : []

/** The cutouts of all blanks. */
const cutoutsOf = ({ unfolding, pieces }: Sheet): string =>
  JSON.stringify([unfolding.cutouts, ...pieces.flatMap(({ cutouts }) => (cutouts === null ? [] : [cutouts]))])

/** Everything that the drawings show. */
const drawnData = ({ profile, unfolding, pieces }: Sheet): string => JSON.stringify([profile, unfolding, pieces])
