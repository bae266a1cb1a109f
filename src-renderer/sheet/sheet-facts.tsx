// What the operator must know before bending: the office's note and the material first, then warnings, colour side, tool and dates.
import { useTexts } from '../language/use-texts.ts'
import { handlingWord } from '../bend-plan/plan-texts.ts'
import { handlingOf } from '../brake/brake-texts.ts'
import type { MachineAnswer } from '../machines/machine-answers.ts'
import { isLate } from '../ui/bend-state.ts'
import { useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { SheetSwatch } from '../ui/drawing/index.ts'
import type { BendStep } from './bend-steps.ts'
import { colourName, colourPlaceText } from './colour-texts.ts'
import type { Sheet } from './sheet.ts'

/** The colour and the thickness in large letters, with the material below. */
export function SheetMaterial({ sheet: { profile } }: { sheet: Sheet }) {
  const texts = useTexts()
  const { t, thickness, named } = texts
  const material = named('material', profile.material)
  const code = profile.colour ?? material
  // the list of colours names a code: 'RR33 sort'
  const words = (colourName(texts, profile) ?? '').replace(code, '').trim()
  return (
    <section className="material" aria-label={t('sheet.material')}>
      <SheetSwatch sheet={profile} />
      <div>
        <p className="lead">
          {code} · {thickness(profile.thicknessMm)}&nbsp;mm
        </p>
        <p className="sub">{[code === material ? '' : material, words].filter((part) => part !== '').join(', ')}</p>
      </div>
    </section>
  )
}

export interface SheetFactsProps {
  sheet: Sheet
  steps: readonly BendStep[]
  /** The machine of this station, or the planned one; null: none is known. */
  answer: MachineAnswer | null
}

export function SheetFacts({ sheet, steps, answer }: SheetFactsProps) {
  const texts = useTexts()
  const { t, mm, shortDay, when, named } = texts
  const { today, brakes } = useStatus()
  const { profile, order, unfolding, approval } = sheet
  const brake = brakes.find(({ id }) => id === sheet.pressBrakeId)
  const turnings = steps.flatMap((step) => handlingWord(texts, { handling: handlingOf(step) }) ?? [])
  const isDueLate = order.dueDate !== null && isLate(order.dueDate, today, sheet.bent === null ? 'to_bend' : 'bent')
  const due = order.dueDate === null ? t('list.no_due') : shortDay(order.dueDate)
  const state = named('approval', approval.state)
  // bare metal has no colour side, and its sheet needs no answer of the customer: a fact that is nothing takes no line
  const isColoured = profile.colourSide !== 'ingen'
  const approvalText =
    approval.state === 'not_required'
      ? null
      : approval.decidedAt === null
        ? state
        : t('approval.decided', { state, when: when(approval.decidedAt) })
  return (
    <dl className="sheet-values" aria-label={t('sheet.key_facts')}>
      <Fact name={t('bend_plan.tools')} value={answer === null ? null : toolText(texts, answer)} />
      <Fact name={t('sheet.developed_short')} value={t('sheet.length_mm', { length: mm(unfolding.widthMm) })} />
      <Fact name={t('sheet.colour_side')} value={isColoured ? colourPlaceText(texts, profile) : null} />
      <Fact name={t('sheet.turnings')} value={turnings.length === 0 ? null : turnings.join(', ')} />
      <Fact name={t('sheet.film')} value={profile.film === 'none' ? null : named('film', profile.film)} />
      <Fact name={t('sheet.grain')} value={profile.grain === null ? null : named('grain', profile.grain)} />
      <Fact name={t('sheet.due')} value={isDueLate ? `${due} – ${t('list.late')}` : due} />
      <Fact
        name={t('sheet.brake')}
        value={brake?.name ?? (sheet.pressBrakeId === null ? t('brake.none') : t('brake.unknown'))}
      />
      <Fact name={t('sheet.planned')} value={sheet.plannedDate === null ? null : shortDay(sheet.plannedDate)} />
      <Fact name={t('approval.label')} value={approvalText} />
    </dl>
  )
}

/** The V opening and the punch; null for a folding machine. */
function toolText({ mm }: Pick<ReturnType<typeof useTexts>, 'mm'>, { fit }: MachineAnswer): string | null {
  const { vMm, punchId, hemmingToolId } = fit
  if (vMm === null) return null
  return [`V${mm(vMm)}`, punchId, hemmingToolId].filter((part) => part !== null).join(' · ')
}

/** Nothing for a value that is not known. */
function Fact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

export interface SheetWarningsProps {
  sheet: Sheet
  isNewest: boolean
  /** The flat pattern does not match the profile; the figures are further down. */
  differs: boolean
  /** Further warnings. */
  children: React.ReactNode
}

/** What the office wrote. */
export function SheetNote({ sheet: { note } }: { sheet: Sheet }) {
  const { t } = useTexts()
  if (note === null || note === '') return null
  return (
    <div className="sheet-note">
      <h2>{t('sheet.note')}</h2>
      <p>{note}</p>
    </div>
  )
}

/** A newer version, a missing approval, rework, a taper. */
export function SheetWarnings({ sheet, isNewest, differs, children }: SheetWarningsProps) {
  const { t } = useTexts()
  const { approval, profile } = sheet
  const isTapered = profile.flanges.some(
    ({ lengthMm, endLengthMm }) => endLengthMm !== null && endLengthMm !== lengthMm,
  )
  return (
    <div className="watch">
      {!isNewest && <Warning tone="needs_person">{t('sheet.newer')}</Warning>}
      {differs && <Warning tone="needs_person">{t('sheet.differs')}</Warning>}
      {children}
      {approval.state === 'awaiting' && <Warning tone="waiting">{t('approval.awaiting')}</Warning>}
      {approval.state === 'change_requested' && <Warning tone="needs_person">{t('approval.change_requested')}</Warning>}
      {sheet.reworkCount > 0 && (
        <Warning tone="needs_person">{t('sheet.rework_note', { count: sheet.reworkCount })}</Warning>
      )}
      {isTapered && <Warning tone="needs_person">{t('sheet.tapered')}</Warning>}
    </div>
  )
}

/** What is good to know, but stops nothing: hems, and what the customer wrote. */
export function SheetRemarks({ sheet: { approval, profile } }: { sheet: Sheet }) {
  const { t, named } = useTexts()
  const hems = profile.bends.flatMap(({ hem }, bend) =>
    hem === null ? [] : [`${bend + 1} (${named('hem', hem).toLocaleLowerCase()})`],
  )
  return (
    <div className="watch">
      {approval.comment !== null && (
        <Warning tone="open">{t('approval.comment', { comment: approval.comment })}</Warning>
      )}
      {hems.length > 0 && <Warning tone="open">{t('sheet.hems', { hems: hems.join(', ') })}</Warning>}
    </div>
  )
}

function Warning({ tone, children }: { tone: 'waiting' | 'needs_person' | 'open'; children: React.ReactNode }) {
  return (
    <p className={`warning tone-${tone}`}>
      <Sign tone={tone} />
      <span>{children}</span>
    </p>
  )
}
