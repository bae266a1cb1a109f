// Specification 6.2 · the signature, compared with an independent computation: `v1` is HMAC-SHA256 of `<t>.<raw body>`.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeSecret, signatureOf } from '../../../../src-service/webhooks/signature.ts'

const byHand = (secret: string) => createHmac('sha256', secret).update('1700000000.{"æ":1}', 'utf8').digest('hex')

test('the signature has the time and one value per secret, the newest first', () => {
  expect(signatureOf('{"æ":1}', ['ny', 'gammel'], 1_700_000_000)).toBe(
    `t=1700000000,v1=${byHand('ny')},v1=${byHand('gammel')}`,
  )
  // the same with openssl: printf '1.{}' | openssl dgst -sha256 -hmac hemmelig
  expect(signatureOf('{}', ['hemmelig'], 1)).toBe(
    't=1,v1=ef9df3d8a958a67ff45fba7ca6352f36c3243d13cbf0b907d3f49764c7913234',
  )
})

test('a secret has 256 random bits, and no two are equal', () => {
  expect(makeSecret()).toMatch(/^whsec_[\w-]{43}$/)
  expect(makeSecret()).not.toBe(makeSecret())
})
