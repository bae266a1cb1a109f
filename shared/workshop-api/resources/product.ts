// The catalogue: the products of the shop and the fittings that the workshop makes. Assumed (service decision 5): the specification
// shows no fields. Pure.
import * as z from 'zod'
import { mm, ore, uuid, version } from '../scalars.ts'
import { lineProfile } from './order.ts'

export const product = z.strictObject({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  profile: lineProfile.nullable(),
  /** `m`: the price is per metre; any other unit: per piece. */
  unit: z.string(),
  /** The price without VAT; null: the workshop quotes the price, or prices are hidden. */
  unitPriceOre: ore.nullable(),
  vatBp: z.int(),
  minLengthMm: mm.nullable(),
  maxLengthMm: mm.nullable(),
  version,
})
export type Product = z.infer<typeof product>

export const fitting = z.strictObject({
  id: uuid,
  family: z.string(),
  name: z.string(),
  params: z.array(z.strictObject({ name: z.string(), minMm: mm, maxMm: mm })),
  materials: z.array(z.strictObject({ material: z.string(), thicknessMm: mm, colours: z.array(z.string()) })),
})
export type Fitting = z.infer<typeof fitting>
