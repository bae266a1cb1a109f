// The pieces of a sheet by their lengths, as the list and the plan show them. Pure.
import type { Texts } from './texts.ts'

type Pieces = readonly { readonly quantity: number; readonly lengthMm: number; readonly hand: string }[]

/** More lengths than these are only counted. */
const maxLengths = 4

/** Each length once, in the order of the sheet: '12 × 2500', '3 V + 3 H × 2600'. The last one says how many more lengths there are. */
export function piecesTexts({ t, mm }: Pick<Texts, 't' | 'mm'>, pieces: Pieces): string[] {
  const byLength = new Map<number, Map<string, number>>()
  for (const { lengthMm, hand, quantity } of pieces) {
    const hands = byLength.get(lengthMm) ?? new Map<string, number>()
    hands.set(hand, (hands.get(hand) ?? 0) + quantity)
    byLength.set(lengthMm, hands)
  }
  const texts = [...byLength].map(([lengthMm, hands]) =>
    t('list.pieces_length', {
      pieces: [...hands].map(([hand, count]) => handText(t, hand, count)).join(' + '),
      length: mm(lengthMm),
    }),
  )
  if (texts.length <= maxLengths) return texts
  return [...texts.slice(0, maxLengths - 1), t('list.more_lengths', { count: texts.length - maxLengths + 1 })]
}

function handText(t: Texts['t'], hand: string, count: number): string {
  return hand === 'left' || hand === 'right' ? t(`list.hand_${hand}`, { count }) : String(count)
}

/** '6 pieces · up to 2000 mm' of a sheet that is known from the list only. */
export const roughPiecesText = (
  { t, mm }: Pick<Texts, 't' | 'mm'>,
  { quantity, lengthMm }: { readonly quantity: number; readonly lengthMm: number },
): string =>
  `${t('list.pieces', { count: quantity })} · ${t('list.lengths', { count: quantity, length: mm(lengthMm) })}`
