// Compares the flat pattern that this station computes with that of the service. A difference is a warning with both figures and the
// likely cause; a match, or a sheet that cannot be compared, is one short line.
import type { Result } from '../../../shared/base/result.ts'
import { checkFlatPattern } from '../../../shared/bending/index.ts'
import type {
  LikelyCause,
  Mm,
  Refusal,
  FlatPatternCheck,
  FlatPatternDifference,
} from '../../../shared/bending/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import { refusalText } from '../../language/refusal-texts.ts'
import { useTexts, type Texts } from '../../language/use-texts.ts'
import { Sign } from '../../ui/sign.tsx'
import type { Sheet } from '../sheet.ts'

export interface SheetCheck {
  outcome: Result<FlatPatternCheck, Refusal>
  toleranceMm: Mm
}

/** Uses the workshop's tables and tolerance. */
export const checkOf = (sheet: Sheet, { allowances, toleranceMm }: WorkshopView): SheetCheck => ({
  outcome: checkFlatPattern(sheet, { tables: allowances, toleranceMm }),
  toleranceMm,
})

export function CheckWarning({ check: { outcome, toleranceMm } }: { check: SheetCheck }) {
  const texts = useTexts()
  if (!outcome.ok || outcome.value.cause === null) return null
  const { t, mm, fineMm } = texts
  // a tolerance of 0.1 mm or more needs one decimal
  const figure = toleranceMm < 0.1 ? fineMm : mm
  const { differences, cause } = outcome.value
  return (
    <section className="check" aria-label={t('check.title')}>
      <h2 className="warning tone-needs_person">
        <Sign tone="needs_person" />
        <span>{t('check.title')}</span>
      </h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('check.what')}</th>
            <th scope="col">{t('check.service')}</th>
            <th scope="col">{t('check.ours')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => {
            const name = differenceName(texts, difference)
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="figure">{figure(difference.serviceMm)}</td>
                <td className="figure">{figure(difference.oursMm)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p>{causeText(texts, cause)}</p>
      <p>{t('check.todo')}</p>
      <p className="muted">{t('check.above', { tolerance: fineMm(toleranceMm) })}</p>
    </section>
  )
}

export function CheckLine({ check: { outcome, toleranceMm } }: { check: SheetCheck }) {
  const texts = useTexts()
  const { t, fineMm } = texts
  if (!outcome.ok) return <p className="muted">{uncheckedText(texts, outcome.error)}</p>
  if (outcome.value.cause !== null) return null
  return <p className="muted">{t('check.agrees', { tolerance: fineMm(toleranceMm) })}</p>
}

function differenceName({ t }: Texts, { of, end }: FlatPatternDifference): string {
  if (of.kind === 'width') return t('sheet.developed')
  return t(end === 'end' ? 'check.bend_far_end' : 'check.bend', { bend: of.bend + 1 })
}

function causeText({ t, mm, kFactor, named }: Texts, cause: LikelyCause): string {
  switch (cause.kind) {
    case 'other_k':
      return t('check.cause.other_k', { k: kFactor(cause.kFactor) })
    case 'other_hem':
      return t('check.cause.other_hem', { bend: cause.bend + 1, hem: named('hem', cause.hem), gap: mm(cause.gapMm) })
    case 'other_method':
      return t(`check.cause.other_method_${cause.method}`)
    case 'bend_moved':
      return t('check.cause.bend_moved', { bend: cause.bend + 1, by: mm(cause.byMm) })
    case 'din_k_doubled':
    case 'inside_dimensions':
    case 'mould_line_above_90':
    case 'unknown':
      return t(`check.cause.${cause.kind}`)
  }
}

/** A refusal of the bend itself means that the tables have no figure for it. */
function uncheckedText(texts: Texts, refusal: Refusal): string {
  const bend = /^profile\.bends\[(\d+)\]$/.exec(refusal.field)?.[1]
  return bend !== undefined && refusal.code === 'out_of_range'
    ? texts.t('check.no_figure', { bend: Number(bend) + 1 })
    : texts.t('check.refused', { reason: refusalText(texts, refusal) })
}
