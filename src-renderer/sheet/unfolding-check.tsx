// The unfolding worked out here beside the service's: a warning with both figures and the likely cause where they differ, one
// quiet line where they agree or where nothing can be compared.
import { checkUnfolding, usualToleranceMm } from '../../shared/bending/index.ts'
import type { LikelyCause, Outcome, Refusal, UnfoldingCheck, UnfoldingDifference } from '../../shared/bending/index.ts'
import { useWords, type Words } from '../language/use-words.ts'
import { Sign } from '../ui/sign.tsx'
import type { Sheet } from './sheet.ts'
import { workshopTables } from './workshop-tables.ts'

export const checkOf = (sheet: Sheet): Outcome<UnfoldingCheck> =>
  workshopTables.ok ? checkUnfolding(sheet, { tables: workshopTables.value }) : workshopTables

export function CheckWarning({ check }: { check: Outcome<UnfoldingCheck> }) {
  const words = useWords()
  if (!check.ok || check.value.cause === null) return null
  const { t, mm } = words
  const { differences, cause } = check.value
  return (
    <section className="check" aria-label={t('check.title')}>
      <h2 className="warning tone-person">
        <Sign tone="person" />
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
            const name = differenceName(words, difference)
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="figure">{mm(difference.serviceMm)}</td>
                <td className="figure">{mm(difference.oursMm)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p>{causeText(words, cause)}</p>
      <p>{t('check.todo')}</p>
    </section>
  )
}

export function CheckLine({ check }: { check: Outcome<UnfoldingCheck> }) {
  const { t, mm } = useWords()
  if (!check.ok) return <p className="muted">{refusalText(t, check.refusal)}</p>
  if (check.value.cause !== null) return null
  return <p className="muted">{t('check.agrees', { tolerance: mm(usualToleranceMm) })}</p>
}

function differenceName({ t }: Words, { of, end }: UnfoldingDifference): string {
  if (of.kind === 'width') return t('sheet.developed')
  return t(end === 'end' ? 'check.bend_far_end' : 'check.bend', { bend: of.bend + 1 })
}

function causeText({ t, mm, kFactor, named }: Words, cause: LikelyCause): string {
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

/** A bend refused as a whole is one that the tables have no figure for. */
function refusalText(t: Words['t'], { field, code }: Refusal): string {
  const bend = /^profile\.bends\[(\d+)\]$/.exec(field)?.[1]
  return bend !== undefined && code === 'out_of_range'
    ? t('check.no_figure', { bend: Number(bend) + 1 })
    : t('check.refused', { field })
}
