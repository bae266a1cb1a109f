// Valid e-mail addresses and their normal form.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmailAddress } from '../../../../src-service/mail/email-address.ts'

test.each([
  ['ola@blikk.no', 'ola@blikk.no'],
  ['  Ola.Nordmann@Blikk.NO ', 'ola.nordmann@blikk.no'],
  ['ola+prøve@blikk.no', null],
  ["o'hara+prove@post.blikk.no", "o'hara+prove@post.blikk.no"],
  ['ola@blåbær.no', 'ola@xn--blbr-roah.no'],
  ['ola@BLÅBÆR.no', 'ola@xn--blbr-roah.no'],
  // the same letters, composed and with a combining ring
  ['ola@bla\u030Ab\u00E6r.no', 'ola@xn--blbr-roah.no'],
  ['ola@xn--blbr-roah.no', 'ola@xn--blbr-roah.no'],
  [`${'a'.repeat(64)}@blikk.no`, `${'a'.repeat(64)}@blikk.no`],
])('%s is read as %s', (text, address) => {
  expect(readEmailAddress(text)).toBe(address)
})

test.each([
  '',
  '@',
  'ola',
  'ola@',
  '@blikk.no',
  'ola@blikk',
  'ola@blikk.',
  'ola@.no',
  'ola@blikk..no',
  'ola@-blikk.no',
  'ola@blikk_verksted.no',
  'ola@blikk.1',
  'ola@localhost',
  '.ola@blikk.no',
  'ola.@blikk.no',
  'o..la@blikk.no',
  'ola nordmann@blikk.no',
  '"ola nordmann"@blikk.no',
  'Ola <ola@blikk.no>',
  'ola@blikk.no, kari@blikk.no',
  'ola@blikk.no;kari@blikk.no',
  'ola@kari@blikk.no',
  'ola@blikk.no\r\nBcc: kari@blikk.no',
  'ola@blikk.no\nBcc: kari@blikk.no',
  'ola\r\nBcc:kari@blikk.no',
  'ola@blikk.no\u0000',
  'ola@bl\u0000ikk.no',
  'ola@blikk\u200B.no',
  'ola@blikk.no\u2028x',
  // a Kelvin sign is not a k, and a long s is not an s
  'O\u212A@blikk.no',
  'o\u017F@blikk.no',
  'øla@blikk.no',
  'ola@127.0.0.1',
  'ola@[127.0.0.1]',
  'ola@2130706433',
  'ola@0x7f.1',
  'ola@[::1]',
  'ola@blikk.no:25',
  'ola@blikk.no/x',
  'ola@bl%69kk.no',
  'ola@blikk.no?x',
  'ola@blikk.no#x',
  `${'a'.repeat(65)}@blikk.no`,
  `ola@${'a'.repeat(64)}.no`,
  `ola@${'a.'.repeat(130)}no`,
  `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(10)}.no`,
  'a'.repeat(1_000_000),
  `ola@${'.'.repeat(1_000_000)}no`,
])('%j is not an address', (text) => {
  expect(readEmailAddress(text)).toBeNull()
})

const letters = 'abzAZ09.+-_%@ \r\n,<>"\u00E6\u0130\u212A\u200B'.split('')

test('an accepted address is ASCII without spaces, is stable, and does not depend on case', () => {
  const part = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
  const text = fc.oneof(
    fc.emailAddress(),
    fc.tuple(part, part).map(([before, after]) => `${before}@${after}.no`),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(text, (input) => {
      const address = readEmailAddress(input)
      if (address === null) return
      expect(address).toMatch(/^[!-~]+$/)
      expect(address).not.toMatch(/[<>,;:"()\\]/)
      expect([readEmailAddress(address), readEmailAddress(address.toUpperCase())]).toEqual([address, address])
    }),
    { numRuns: 2_000 },
  )
})
