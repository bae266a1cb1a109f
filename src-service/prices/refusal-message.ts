// The message for a line that cannot be priced: the line, the reason, and the allowed values. In Norwegian, as all messages. Pure.
import type { Product } from '../../shared/workshop-api/index.ts'
import type { LineRefusal } from './line-price.ts'

interface Line {
  lineNo: number
  product: Pick<Product, 'name' | 'unit' | 'minLengthMm' | 'maxLengthMm'>
  /** Null if none was sent. */
  lengthMm: number | null
}

const defaultMessages: Readonly<Record<LineRefusal, string>> = {
  params_invalid: 'profilen er en annen enn produktets, eller har mål som produktet ikke har.',
  params_impossible: 'målene lar seg ikke produsere. Grensene står i /catalog/library.',
  material_not_offered: 'materialet tilbys ikke i denne fargen. Utvalget står i /catalog/library.',
  price_unavailable: 'prisen må verkstedet sette. Send linjen som en forespørsel.',
}

export function refusalMessage(refusal: LineRefusal, { lineNo, product, lengthMm }: Line): string {
  const { name, unit, minLengthMm, maxLengthMm } = product
  const isTooShort = minLengthMm !== null && lengthMm !== null && lengthMm < minLengthMm
  const isTooLong = maxLengthMm !== null && lengthMm !== null && lengthMm > maxLengthMm
  return `Linje ${lineNo}, ${name}: ${
    refusal === 'params_invalid' && unit === 'm' && lengthMm === null
      ? 'prisen er per meter, og lengthMm mangler.'
      : refusal === 'params_impossible' && isTooShort
        ? `lengthMm er minst ${minLengthMm}.`
        : refusal === 'params_impossible' && isTooLong
          ? `lengthMm er høyst ${maxLengthMm}.`
          : defaultMessages[refusal]
  }`
}
