// The message for a line that cannot be priced.
import { expect, test } from 'vitest'
import { refusalMessage } from '../../../src-service/prices/refusal-message.ts'

const product = { name: 'Vindusbeslag 120', unit: 'm', minLengthMm: 400, maxLengthMm: 3_000 }

test.each([
  ['params_invalid', null, 'prisen er per meter, og lengthMm mangler.'],
  ['params_invalid', 1_000, 'mål som produktet ikke har'],
  ['params_impossible', 399, 'lengthMm er minst 400.'],
  ['params_impossible', 3_001, 'lengthMm er høyst 3000.'],
  ['params_impossible', 1_000, 'målene lar seg ikke produsere'],
  ['material_not_offered', 1_000, 'materialet tilbys ikke'],
  ['price_unavailable', 1_000, 'prisen må verkstedet sette'],
] as const)('%s for a length of %s names the line and the allowed values', (why, lengthMm, message) => {
  const text = refusalMessage(why, { lineNo: 2, product, lengthMm })
  expect(text).toContain(message)
  expect(text).toMatch(/^Linje 2, Vindusbeslag 120: /)
})

test('a product per piece without length limits needs no length', () => {
  const piece = { ...product, unit: 'stk', minLengthMm: null, maxLengthMm: null }
  expect(refusalMessage('params_invalid', { lineNo: 1, product: piece, lengthMm: null })).not.toContain('lengthMm')
})
