// Makes an order's lines of the lines that were sent: named, numbered, and priced where the price is known. A line that says what
// one of the order's says already stays that line, with the price that the workshop gave it.
import { isDeepStrictEqual } from 'node:util'
import { fieldPath } from '../../shared/workshop-api/index.ts'
import type { Agreement, EventOrder, Product, SentLine } from '../../shared/workshop-api/index.ts'
import { positionAt } from '../agreements/call-off.ts'
import { invalid } from '../http/failure.ts'
import { profileAsked } from '../prices/line-price.ts'
import { netOf } from '../prices/whole-ore.ts'

type Lines = EventOrder['lines']
type Line = Lines[number]

export interface LineSources {
  product: (id: string) => Product | null
  /** What a piece costs; null where the workshop must say it. */
  pieceOre: (product: Product, lengthMm: number | null, profile: Line['profile']) => number | null
  /** The one that is called off; null for any other order. */
  agreement: Agreement | null
}

/** VAT in basis points where nothing says another: Norway's general rate (merverdiavgiftsloven § 5-1). */
const generalVatBp = 2_500
/**
 * No plate and no coil is bent at such a length. Assumed: what a workshop's library rules out may still be asked for, and waits for
 * the workshop's price (specification 4.3); what is no measure of any sheet is a fault of the field, and 400.
 */
const longestMm = 100_000
/** What a piece is counted in. */
const piece = 'stk'

/** Throws a `Failure`: 400 at the fields of lines that cannot be, or a call-off's own codes. */
export function linesFrom(sent: readonly SentLine[], sources: LineSources, before: Lines = []): Lines {
  refuseUnknown(sent, sources)
  const left = [...before]
  return sent.map((asked, index) => {
    const made = lineOf(asked, index + 1, sources)
    const same = left.findIndex((line) => saysTheSame(made, line))
    const [kept] = same === -1 ? [] : left.splice(same, 1)
    return kept === undefined ? made : { ...kept, lineNo: index + 1 }
  })
}

function refuseUnknown(sent: readonly SentLine[], { product, agreement }: LineSources): void {
  const wrongKind = sent.flatMap(({ kind }, index) =>
    (kind === 'position') === (agreement !== null) ? [] : [`lines[${index}].kind`],
  )
  if (wrongKind.length > 0) {
    throw invalid(wrongKind, 'Posisjonslinjer hører til avrop på en avtale, og et avrop har bare posisjonslinjer.')
  }
  const unknown = sent.flatMap((line, index) =>
    line.kind === 'product' && product(line.productId) === null ? [`lines[${index}].productId`] : [],
  )
  if (unknown.length > 0) throw invalid(unknown, 'Verkstedet har ikke dette produktet.')
  const impossible = sent.flatMap((line, index) => {
    if (line.kind !== 'product') return []
    const own = product(line.productId)?.profile?.params ?? {}
    const measures = Object.entries(line.profile?.params ?? {}).filter(([name, value]) => value !== own[name])
    return [
      ...(isOfNoSheet(line.lengthMm ?? longestMm) ? [`lines[${index}].lengthMm`] : []),
      ...measures
        .filter(([, value]) => isOfNoSheet(value))
        .map(([name]) => fieldPath(['lines', index, 'profile', 'params', name])),
    ]
  })
  if (impossible.length > 0) throw invalid(impossible, `Et mål er over 0 og høyst ${longestMm} mm.`)
}

const isOfNoSheet = (mm: number): boolean => !(mm > 0 && mm <= longestMm)

function lineOf(asked: SentLine, lineNo: number, { product, pieceOre, agreement }: LineSources): Line {
  const blank = { lineNo, lengthMm: null, productId: null, agreementPositionId: null, profile: null }
  const { kind, quantity } = asked
  switch (asked.kind) {
    case 'text': {
      const { description, unit } = asked
      return { ...blank, kind, description, quantity, unit, ...priced(null, quantity, generalVatBp) }
    }
    case 'product': {
      const of = product(asked.productId)
      if (of === null) throw new Error(`product ${asked.productId} has gone while its line was made`)
      const { productId } = asked
      const lengthMm = asked.lengthMm ?? null
      const profile = profileAsked(of, asked.profile)
      const price = priced(pieceOre(of, lengthMm, profile), quantity, of.vatBp)
      return { ...blank, kind, description: of.name, quantity, unit: piece, lengthMm, productId, profile, ...price }
    }
    case 'position': {
      if (agreement === null) throw new Error('a position is looked up without its agreement')
      const { position, unitPriceOre } = positionAt(agreement, asked, lineNo)
      const { id: agreementPositionId, description, profile, unit } = position
      const price = priced(unitPriceOre, quantity, generalVatBp)
      return {
        ...blank,
        kind,
        description,
        quantity,
        unit,
        lengthMm: asked.lengthMm,
        agreementPositionId,
        profile,
        ...price,
      }
    }
  }
}

function priced(unitPriceOre: number | null, quantity: number, vatBp: number) {
  if (unitPriceOre === null) return { priceStatus: 'pending' as const, unitPriceOre, netOre: null, vatBp }
  return { priceStatus: 'priced' as const, unitPriceOre, netOre: netOf(unitPriceOre, quantity), vatBp }
}

/** A text says its words, how many and of what; measures that the workshop has written to it are its own. */
function saysTheSame(made: Line, line: Line): boolean {
  const said = ({ kind, description, quantity, unit, lengthMm, productId, agreementPositionId, profile }: Line) =>
    kind === 'text'
      ? { kind, description, quantity, unit }
      : { kind, quantity, lengthMm, productId, agreementPositionId, profile }
  return isDeepStrictEqual(said(made), said(line))
}
