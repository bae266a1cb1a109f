// `npm run sign-update`: a new key, the signature of a release, and a successor.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runSignUpdate } from '../../../src-main/cli/release-signature.ts'
import { publicKeys, verifyUpdate } from '../../../src-main/electron/update-signature.ts'

test('a release that the tool signs is accepted by an app with its key, also after a succession', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-sign-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = (name: string): string => join(folder, name)
  const keysFile = path('public-keys.json')
  const [publicKey = ''] = runSignUpdate(['new-key', path('first.pem')], keysFile)
  expect(statSync(path('first.pem')).mode & 0o777).toBe(0o600)
  expect(() => runSignUpdate(['new-key', path('first.pem')], keysFile)).toThrow(/EEXIST/)
  writeFileSync(keysFile, JSON.stringify({ keys: [publicKey], successions: [] }))

  writeFileSync(path('Kant 0.2.0.AppImage'), 'installer')
  const sha512 = createHash('sha512').update('installer').digest('base64')
  writeFileSync(
    path('latest-linux.yml'),
    `version: 0.2.0\nfiles:\n  - url: Kant%200.2.0.AppImage\n    sha512: ${sha512}\n`,
  )
  const offered = { version: '0.2.0', files: [{ url: 'Kant%200.2.0.AppImage', sha512 }] }
  const trust = { keys: [publicKey], current: '0.1.0', highest: null }
  const signedIn = (): unknown => JSON.parse(readFileSync(path('kant-update-signature.json'), 'utf8'))
  expect(runSignUpdate(['sign', path('first.pem'), folder], keysFile)).toEqual([
    'version 0.2.0 is signed:',
    'Kant 0.2.0.AppImage',
  ])
  expect(verifyUpdate(offered, signedIn(), trust)).toMatchObject({ isValid: true })

  const [second = ''] = runSignUpdate(['new-key', path('second.pem')], keysFile)
  runSignUpdate(['successor', path('first.pem'), second], keysFile)
  expect(publicKeys.parse(JSON.parse(readFileSync(keysFile, 'utf8'))).keys).toEqual([publicKey, second])
  runSignUpdate(['sign', path('second.pem'), folder], keysFile)
  expect(verifyUpdate(offered, signedIn(), trust)).toMatchObject({ isValid: true })

  writeFileSync(path('latest.yml'), `version: 0.2.0\nfiles:\n  - url: Kant-setup.exe\n    sha512: ${sha512}\n`)
  expect(() => runSignUpdate(['sign', path('second.pem'), folder], keysFile)).toThrow(/lacks Kant-setup\.exe/)
  writeFileSync(path('latest.yml'), 'version: 0.3.0\n')
  expect(() => runSignUpdate(['sign', path('second.pem'), folder], keysFile)).toThrow(/different versions/)
  expect(() => runSignUpdate(['sign'], keysFile)).toThrow(/npm run sign-update/)
})
