// The sentences about an order at the machine: delivery, progress, approval and files. Pure.
import type { OrderPapers, PaperFile, PaperOrder, SheetView } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'

type Approval = NonNullable<SheetView['sheet']>['approval']

/** 'Henting torsdag 26. november'; the agreed day, else the requested one. */
export function deliveryText({ t, day }: Pick<Texts, 't' | 'day'>, delivery: PaperOrder['delivery']): string {
  if (delivery === null) return t('papers.no_delivery')
  const { mode, deliveryDate, requestedDate } = delivery
  const how = mode === 'henting' ? t('papers.pick_up') : mode === 'levering' ? t('papers.delivery') : (mode ?? '')
  const date =
    deliveryDate !== null
      ? day(deliveryDate)
      : requestedDate !== null
        ? t('papers.requested', { day: day(requestedDate) })
        : ''
  const text = [how, date].filter((part) => part !== '').join(' ')
  return text === '' ? t('papers.no_delivery') : text
}

/** 'Prøvelia 12, 6800 Førde'; null: there is no address. */
export function addressText(delivery: PaperOrder['delivery']): string | null {
  const address = delivery?.address ?? null
  if (address === null) return null
  const town = [address.postalCode, address.city].filter(isFilled).join(' ')
  const text = [address.line, town].filter(isFilled).join(', ')
  return text === '' ? null : text
}

/** 'Seddel 3 av 7, 4 bøyd', as the service counted when the order was read; null: it does not count sheets. */
export function progressText(
  { t }: Pick<Texts, 't'>,
  production: PaperOrder['production'],
  sheetNo: number | null,
): string | null {
  if (production === null) return null
  const { bendingSheets: total, bent, waitingForCustomer } = production
  const place =
    sheetNo === null ? t('papers.sheets', { count: total }) : t('papers.sheet_of', { sheet: sheetNo, total })
  const waiting = waitingForCustomer === 0 ? [] : [t('papers.waiting_for_customer', { count: waitingForCustomer })]
  return [place, t('papers.bent', { count: bent }), ...waiting].join(', ')
}

/** Since when the customer has the drawing, or how long the answer took. */
export function approvalText(
  { t, when, age, named }: Pick<Texts, 't' | 'when' | 'age' | 'named'>,
  { state, sentAt, decidedAt }: Approval,
  nowMs: number,
): string {
  const name = named('approval', state)
  if (state === 'awaiting')
    return sentAt === null
      ? name
      : t('papers.with_customer', { age: age(nowMs - Date.parse(sentAt)), when: when(sentAt) })
  if (decidedAt === null) return name
  if (sentAt === null) return t('approval.decided', { state: name, when: when(decidedAt) })
  const took = age(Date.parse(decidedAt) - Date.parse(sentAt))
  return t('papers.decided_after', { state: name, when: when(decidedAt), age: took })
}

/** 'Bilde 2', 'Tegning 1': its kind and its place among the files of its kind. The service gives no file names. */
export function fileNames(
  { t }: Pick<Texts, 't'>,
  files: readonly Pick<PaperFile, 'id' | 'kind'>[],
): Map<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    files.map(({ id, kind }) => {
      const name = kind === 'foto' || kind === 'tegning' ? kind : 'annet'
      const no = (counts.get(name) ?? 0) + 1
      counts.set(name, no)
      return [id, t(`papers.kind_${name}`, { no })]
    }),
  )
}

const bytesPerMegabyte = 1_000_000

/** '2,3 MB', '48 kB'. */
export function sizeText({ language }: Pick<Texts, 'language'>, bytes: number): string {
  const isLarge = bytes >= bytesPerMegabyte / 10
  const value = isLarge ? bytes / bytesPerMegabyte : Math.max(1, Math.round(bytes / 1_000))
  const digits = value.toLocaleString(language === 'nb' ? 'nb-NO' : 'en-GB', { maximumFractionDigits: isLarge ? 1 : 0 })
  return `${digits}\u00a0${isLarge ? 'MB' : 'kB'}`
}

/** Why the shown papers may be old, in one sentence; null: they are not. */
export function stateText(
  { t, age }: Pick<Texts, 't' | 'age'>,
  { problem, readAt, isReading, order }: Pick<OrderPapers, 'problem' | 'readAt' | 'isReading' | 'order'>,
  nowMs: number,
): string | null {
  if (problem === 'scope_missing') return t('papers.scope_missing')
  const reason = problem === null ? null : t(`papers.problem_${problem}`)
  if (order === null || readAt === null) return isReading ? t('papers.reading') : reason
  if (problem === null) return null
  return `${reason} ${t('papers.shown_from', { age: age(nowMs - Date.parse(readAt)) })}`
}

const isFilled = (text: string | null): text is string => text !== null && text.trim() !== ''
