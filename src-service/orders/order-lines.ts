// Makes the lines of an order from the sent lines: with name, number, and the price if it is known. A sent line that equals an existing line
// keeps that line, with the workshop's own price.
import { isDeepStrictEqual } from 'node:util'
import { fieldPath } from '../../shared/workshop-api/index.ts'
import type { Agreement, EventOrder, Product, SentLine } from '../../shared/workshop-api/index.ts'
import { findPosition } from '../agreements/index.ts'
import { invalid } from '../operation/index.ts'
import { lineNetOre, requestedProfile } from '../prices/index.ts'

type Lines = EventOrder['lines']
type Line = Lines[number]

export interface LineSources {
  product: (id: string) => Product | null
  /** The price of a piece; null if the workshop must set it. */
  pieceOre: (product: Product, lengthMm: number | null, profile: Line['profile']) => number | null
  /** The agreement of a call-off; null for any other order. */
  agreement: Agreement | null
}

/** The default VAT in basis points: Norway's general rate (merverdiavgiftsloven § 5-1). */
const generalVatBp = 2_500
/**
 * Longer than any sheet or coil that can be bent. Assumed: dimensions outside the workshop's library can still be requested, and wait for
 * the workshop's price (specification 4.3); dimensions that no sheet can have are a 400.
 */
const maxMeasureMm = 100_000
/** The unit of pieces. */
const pieceUnit = 'stk'

/** Throws a `Failure`: 400 with the fields of invalid lines, or a code of call-offs. */
export function orderLinesFrom(sentLines: readonly SentLine[], sources: LineSources, before: Lines = []): Lines {
  refuseUnknown(sentLines, sources)
  const remaining = [...before]
  return sentLines.map((sentLine, index) => {
    const newLine = lineOf(sentLine, index + 1, sources)
    const sameIndex = remaining.findIndex((line) => isSameLine(newLine, line))
    const [existingLine] = sameIndex === -1 ? [] : remaining.splice(sameIndex, 1)
    return existingLine === undefined ? newLine : { ...existingLine, lineNo: index + 1 }
  })
}

function refuseUnknown(sentLines: readonly SentLine[], { product, agreement }: LineSources): void {
  const wrongKind = sentLines.flatMap(({ kind }, index) =>
    (kind === 'position') === (agreement !== null) ? [] : [`lines[${index}].kind`],
  )
  if (wrongKind.length > 0) {
    throw invalid(wrongKind, 'Posisjonslinjer hører til avrop på en avtale, og et avrop har bare posisjonslinjer.')
  }
  const unknown = sentLines.flatMap((line, index) =>
    line.kind === 'product' && product(line.productId) === null ? [`lines[${index}].productId`] : [],
  )
  if (unknown.length > 0) throw invalid(unknown, 'Verkstedet har ikke dette produktet.')
  const impossible = sentLines.flatMap((line, index) => {
    if (line.kind !== 'product') return []
    const productParams = product(line.productId)?.profile?.params ?? {}
    const measures = Object.entries(line.profile?.params ?? {}).filter(([name, value]) => value !== productParams[name])
    return [
      ...(isImpossibleMeasure(line.lengthMm ?? maxMeasureMm) ? [`lines[${index}].lengthMm`] : []),
      ...measures
        .filter(([, value]) => isImpossibleMeasure(value))
        .map(([name]) => fieldPath(['lines', index, 'profile', 'params', name])),
    ]
  })
  if (impossible.length > 0) throw invalid(impossible, `Et mål er over 0 og høyst ${maxMeasureMm} mm.`)
}

const isImpossibleMeasure = (mm: number): boolean => !(mm > 0 && mm <= maxMeasureMm)

function lineOf(sentLine: SentLine, lineNo: number, { product, pieceOre, agreement }: LineSources): Line {
  const emptyFields = { lineNo, lengthMm: null, productId: null, agreementPositionId: null, profile: null }
  const { kind, quantity } = sentLine
  switch (sentLine.kind) {
    case 'text': {
      const { description, unit } = sentLine
      return { ...emptyFields, kind, description, quantity, unit, ...priced(null, quantity, generalVatBp) }
    }
    case 'product': {
      const requestedProduct = product(sentLine.productId)
      if (requestedProduct === null)
        throw new Error(`product ${sentLine.productId} was deleted while its line was made`)
      const { productId } = sentLine
      const lengthMm = sentLine.lengthMm ?? null
      const profile = requestedProfile(requestedProduct, sentLine.profile)
      const price = priced(pieceOre(requestedProduct, lengthMm, profile), quantity, requestedProduct.vatBp)
      return {
        ...emptyFields,
        kind,
        description: requestedProduct.name,
        quantity,
        unit: pieceUnit,
        lengthMm,
        productId,
        profile,
        ...price,
      }
    }
    case 'position': {
      if (agreement === null) throw new Error('a position line needs its agreement')
      const { position, unitPriceOre } = findPosition(agreement, sentLine, lineNo)
      const { id: agreementPositionId, description, profile, unit } = position
      const price = priced(unitPriceOre, quantity, generalVatBp)
      return {
        ...emptyFields,
        kind,
        description,
        quantity,
        unit,
        lengthMm: sentLine.lengthMm,
        agreementPositionId,
        profile,
        ...price,
      }
    }
  }
}

function priced(unitPriceOre: number | null, quantity: number, vatBp: number) {
  if (unitPriceOre === null) return { priceStatus: 'pending' as const, unitPriceOre, netOre: null, vatBp }
  return { priceStatus: 'priced' as const, unitPriceOre, netOre: lineNetOre(unitPriceOre, quantity), vatBp }
}

/** A text line is compared by description, quantity and unit: the workshop may have added dimensions to it. */
function isSameLine(newLine: Line, line: Line): boolean {
  const comparable = ({ kind, description, quantity, unit, lengthMm, productId, agreementPositionId, profile }: Line) =>
    kind === 'text'
      ? { kind, description, quantity, unit }
      : { kind, quantity, lengthMm, productId, agreementPositionId, profile }
  return isDeepStrictEqual(comparable(newLine), comparable(line))
}
