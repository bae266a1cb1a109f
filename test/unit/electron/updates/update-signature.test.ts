// The signature of an update: what an attacker who controls the feed can offer, and the succession of keys.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  compareVersions,
  isSignedFile,
  publicKeyOf,
  signSuccessor,
  signUpdate,
  verifyUpdate,
  type KeySuccession,
  type UpdateSignature,
} from '../../../../src-main/electron/update-signature.ts'

const newKey = () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { pem, publicKey: publicKeyOf(pem) }
}
const [ours, next, third, foreign] = [newKey(), newKey(), newKey(), newKey()]
const installer = Buffer.from('the installer of 1.2.0')
const sha512 = createHash('sha512').update(installer).digest('base64')
const file = { name: 'Kant-1.2.0.AppImage', size: installer.length, sha512 }
const offered = { version: '1.2.0', files: [{ url: file.name, sha512 }] }
const trust = { keys: [ours.publicKey], current: '1.0.0', highest: null }
const signedWith = (pem: string, changes: Partial<UpdateSignature> = {}, successions: KeySuccession[] = []) => ({
  ...signUpdate({ version: '1.2.0', files: [file], successions }, pem),
  ...changes,
})
const reasonOf = (...args: Parameters<typeof verifyUpdate>): string | null => {
  const verdict = verifyUpdate(...args)
  return verdict.isValid ? null : verdict.reason
}

test('the offer that our key has signed is accepted, and only the signed bytes are its file', () => {
  const verdict = verifyUpdate(offered, signedWith(ours.pem), trust)
  expect(verdict).toEqual({ isValid: true, files: [file] })
  expect(isSignedFile(installer, [file])).toBe(true)
  expect(isSignedFile(Buffer.concat([installer, Buffer.from('!')]), [file])).toBe(false)
  expect(isSignedFile(installer, [{ ...file, size: file.size + 1 }])).toBe(false)
})

describe('a hostile feed is refused', () => {
  const valid = signedWith(ours.pem)
  const evil = { ...file, sha512: createHash('sha512').update('evil').digest('base64') }
  test.each([
    ['without a signature', offered, null, trust, 'no valid signature file'],
    ['with a signature that is not a document', offered, { version: '1.2.0' }, trust, 'no valid signature file'],
    ['signed with another key', offered, signedWith(foreign.pem), trust, 'does not trust'],
    [
      'signed with another key under our name',
      offered,
      signedWith(foreign.pem, { key: ours.publicKey }),
      trust,
      'is wrong',
    ],
    ['with a changed version in the document', offered, { ...valid, version: '1.3.0' }, trust, 'is wrong'],
    ['with a changed hash in the document', offered, { ...valid, files: [evil] }, trust, 'is wrong'],
    ['with a changed name in the document', offered, { ...valid, files: [{ ...file, name: 'x' }] }, trust, 'is wrong'],
    ['with another version in the feed', { ...offered, version: '9.9.9' }, valid, trust, 'offers 9.9.9'],
    [
      'with another hash in the feed',
      { ...offered, files: [{ url: file.name, sha512: evil.sha512 }] },
      valid,
      trust,
      'not the signed one',
    ],
    [
      'with another file in the feed',
      { ...offered, files: [{ url: 'Kant-9.AppImage', sha512 }] },
      valid,
      trust,
      'not the signed one',
    ],
    [
      'with a second file that is not signed',
      { ...offered, files: [...offered.files, { url: 'x.exe', sha512 }] },
      valid,
      trust,
      'not the signed one',
    ],
    ['with no file', { ...offered, files: [] }, valid, trust, 'not the signed one'],
    ['with the version that runs', offered, valid, { ...trust, current: '1.2.0' }, 'is not newer'],
    ['with an older version than the one that runs', offered, valid, { ...trust, current: '1.10.0' }, 'is not newer'],
    ['that goes back behind what it has offered', offered, valid, { ...trust, highest: '1.2.1' }, 'went back'],
    ['where the app trusts no key', offered, valid, { ...trust, keys: [] }, 'does not trust'],
  ])('%s', (_name, offer, document, trusted, reason) => {
    expect(reasonOf(offer, document, trusted)).toContain(reason)
  })
})

describe('a key that succeeds another', () => {
  const toNext = signSuccessor(next.publicKey, ours.pem)
  const toThird = signSuccessor(third.publicKey, next.pem)
  test('is trusted where a trusted key, or its successor, has signed it', () => {
    expect(reasonOf(offered, signedWith(next.pem, {}, [toNext]), trust)).toBeNull()
    expect(reasonOf(offered, signedWith(third.pem, {}, [toThird, toNext]), trust)).toBeNull()
  })

  test('is refused if the statement is missing, signed by another key, or signed by the new key itself', () => {
    const forged = { ...signSuccessor(next.publicKey, foreign.pem), from: ours.publicKey }
    const selfSigned = signSuccessor(next.publicKey, next.pem)
    for (const successions of [[], [toThird], [forged], [selfSigned], [{ ...toNext, to: foreign.publicKey }]]) {
      expect(reasonOf(offered, signedWith(next.pem, {}, successions), trust)).toContain('does not trust')
    }
  })

  test('replaces the old one where the app no longer contains it', () => {
    const later = { ...trust, keys: [next.publicKey] }
    expect(reasonOf(offered, signedWith(ours.pem, {}, [toNext]), later)).toContain('does not trust')
  })
})

test('versions are compared as numbers, and anything else is the oldest', () => {
  expect(['1.10.0', '1.9.0', '0.0.1', '2.0.0', 'x'].toSorted(compareVersions)).toEqual([
    'x',
    '0.0.1',
    '1.9.0',
    '1.10.0',
    '2.0.0',
  ])
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
})
