// What the operator must know before bending: warnings first, then material, colour side and dates.
import { useTexts } from '../language/use-texts.ts'
import { isLate } from '../ui/bend-state.ts'
import { useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { SheetSwatch } from '../ui/sheet-swatch.tsx'
import { colourName, colourPlaceText } from './colour-texts.ts'
import type { Sheet } from './sheet.ts'

export interface SheetLeadProps {
  sheet: Sheet
  isNewest: boolean
  /** The flat pattern does not match the profile; the figures are further down. */
  differs: boolean
  /** Further warnings. */
  children: React.ReactNode
}

/** Shown first: warnings, then the material. */
export function SheetLead({ sheet, isNewest, differs, children }: SheetLeadProps) {
  const texts = useTexts()
  const { t, thickness, named } = texts
  const { profile } = sheet
  return (
    <section aria-label={t('sheet.material')}>
      <Warnings sheet={sheet} isNewest={isNewest} differs={differs}>
        {children}
      </Warnings>
      <p className="lead">
        <SheetSwatch sheet={profile} />
        {[named('material', profile.material), colourName(texts, profile), `${thickness(profile.thicknessMm)}\u00a0mm`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  )
}

/** Always visible: the colour side and the width of the blank, and the due date. */
export function KeyFacts({ sheet }: { sheet: Sheet }) {
  const texts = useTexts()
  const { t, mm, shortDay, named } = texts
  const { today } = useStatus()
  const { profile, order, unfolding } = sheet
  return (
    <dl className="blank-facts" aria-label={t('sheet.key_facts')}>
      <Fact name={t('sheet.colour_side')} value={colourPlaceText(texts, profile)} />
      <Fact name={t('sheet.film')} value={named('film', profile.film)} />
      <Fact name={t('sheet.developed')} value={t('sheet.length_mm', { length: mm(unfolding.widthMm) })} isStrong />
      <Fact
        name={t('sheet.due')}
        value={
          order.dueDate === null
            ? t('list.no_due')
            : isLate(order.dueDate, today, sheet.bent === null ? 'to_bend' : 'bent')
              ? `${shortDay(order.dueDate)} – ${t('list.late')}`
              : shortDay(order.dueDate)
        }
      />
      {profile.grain !== null && <Fact name={t('sheet.grain')} value={named('grain', profile.grain)} />}
    </dl>
  )
}

export function SheetFacts({ sheet }: { sheet: Sheet }) {
  const { t, shortDay, when, named } = useTexts()
  const { brakes } = useStatus()
  const { approval } = sheet
  const brake = brakes.find(({ id }) => id === sheet.pressBrakeId)
  const state = named('approval', approval.state)
  return (
    <section aria-label={t('sheet.facts')}>
      <dl className="blank-facts">
        <Fact name={t('sheet.quantity')} value={String(sheet.quantity)} />
        <Fact
          name={t('sheet.brake')}
          value={brake?.name ?? (sheet.pressBrakeId === null ? t('brake.none') : t('brake.unknown'))}
        />
        {sheet.plannedDate !== null && <Fact name={t('sheet.planned')} value={shortDay(sheet.plannedDate)} />}
        <Fact
          name={t('approval.label')}
          value={approval.decidedAt === null ? state : t('approval.decided', { state, when: when(approval.decidedAt) })}
        />
      </dl>
    </section>
  )
}

function Fact({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className={isStrong ? 'strong' : undefined}>{value}</dd>
    </div>
  )
}

/** Warnings: a newer version, the note, a missing approval, rework, hems, a taper. */
function Warnings({ sheet, isNewest, differs, children }: SheetLeadProps) {
  const { t, named } = useTexts()
  const { approval, profile } = sheet
  const hems = profile.bends.flatMap(({ hem }, bend) =>
    hem === null ? [] : [`${bend + 1} (${named('hem', hem).toLocaleLowerCase()})`],
  )
  const isTapered = profile.flanges.some(
    ({ lengthMm, endLengthMm }) => endLengthMm !== null && endLengthMm !== lengthMm,
  )
  return (
    <div className="watch">
      {!isNewest && <Warning tone="person">{t('sheet.newer')}</Warning>}
      {differs && <Warning tone="person">{t('sheet.differs')}</Warning>}
      {children}
      {approval.state === 'awaiting' && <Warning tone="waiting">{t('approval.awaiting')}</Warning>}
      {approval.state === 'change_requested' && <Warning tone="person">{t('approval.change_requested')}</Warning>}
      {approval.comment !== null && (
        <Warning tone="open">{t('approval.comment', { comment: approval.comment })}</Warning>
      )}
      {sheet.reworkCount > 0 && <Warning tone="person">{t('sheet.rework_note', { count: sheet.reworkCount })}</Warning>}
      {hems.length > 0 && <Warning tone="open">{t('sheet.hems', { hems: hems.join(', ') })}</Warning>}
      {isTapered && <Warning tone="person">{t('sheet.tapered')}</Warning>}
      {sheet.note !== null && sheet.note !== '' && (
        <div className="sheet-note">
          <h2>{t('sheet.note')}</h2>
          <p>{sheet.note}</p>
        </div>
      )}
    </div>
  )
}

function Warning({ tone, children }: { tone: 'waiting' | 'person' | 'open'; children: React.ReactNode }) {
  return (
    <p className={`warning tone-${tone}`}>
      <Sign tone={tone} />
      <span>{children}</span>
    </p>
  )
}
