// Signs a release for the updates of installed apps: new keys, the signature of a folder with a release, and the successor of a key.
// Reads and writes the named files and `resources/updates/public-keys.json`.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import {
  publicKeyOf,
  publicKeys,
  signSuccessor,
  signUpdate,
  signatureFileName,
  type SignedFile,
} from '../electron/update-signature.ts'

export const signUpdateUsage = `npm run sign-update -- new-key KEY.pem          make a private key; prints its public key
npm run sign-update -- sign KEY.pem FOLDER      sign the release in FOLDER: writes ${signatureFileName} beside latest.yml
npm run sign-update -- successor KEY.pem PUBLIC  let KEY sign the public key that succeeds it, and trust both`

const releaseTypes: ReadonlySet<string> = new Set(['.exe', '.AppImage', '.deb', '.zip'])

/** Returns the lines to print. Throws an error of one sentence for an invalid command line or file. */
export function runSignUpdate([command, keyFile, argument]: readonly string[], keysFile: string): string[] {
  if (keyFile === undefined) throw new Error(signUpdateUsage)
  if (command === 'new-key') return newKey(keyFile)
  if (command === 'sign' && argument !== undefined) return signRelease(keyFile, argument, keysFile)
  if (command === 'successor' && argument !== undefined) return addSuccessor(keyFile, argument, keysFile)
  throw new Error(signUpdateUsage)
}

function newKey(file: string): string[] {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  // never overwrites a key
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  return [
    publicKeyOf(pem),
    'Add this public key to resources/updates/public-keys.json before you package. Keep the file offline.',
  ]
}

function signRelease(keyFile: string, folder: string, keysFile: string): string[] {
  const { version, names } = releaseIn(folder)
  const files = names.map((name): SignedFile => {
    const bytes = readFileSync(join(folder, name))
    return { name, size: bytes.length, sha512: createHash('sha512').update(bytes).digest('base64') }
  })
  const { successions } = readKeys(keysFile)
  const document = signUpdate({ version, files, successions }, readFileSync(keyFile, 'utf8'))
  writeFileSync(join(folder, signatureFileName), `${JSON.stringify(document, null, 2)}\n`)
  return [`version ${version} is signed:`, ...names]
}

/** The version of the feed files of a release, and the names of its files. */
function releaseIn(folder: string): { version: string; names: string[] } {
  const entries = readdirSync(folder).toSorted()
  const feeds = entries
    .filter((name) => /^latest.*\.yml$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const versions = new Set(feeds.map((text) => /^version: (\S+)$/m.exec(text)?.[1] ?? ''))
  const [version = ''] = versions
  if (versions.size !== 1 || version === '')
    throw new Error(`${folder} has no latest.yml, or they have different versions`)
  const names = entries.filter((name) => releaseTypes.has(extname(name)))
  const missing = feeds
    .flatMap((text) => [...text.matchAll(/^\s*- url: (.+)$/gm)].map(([, url = '']) => decodeURIComponent(url.trim())))
    .find((name) => !names.includes(name))
  if (missing !== undefined) throw new Error(`${folder} lacks ${missing}, which a latest.yml names`)
  return { version, names }
}

function addSuccessor(keyFile: string, successor: string, keysFile: string): string[] {
  const succession = signSuccessor(successor, readFileSync(keyFile, 'utf8'))
  const { keys, successions } = readKeys(keysFile)
  const changed = publicKeys.parse({
    keys: [...new Set([...keys, successor])],
    successions: [...successions.filter(({ to }) => to !== successor), succession],
  })
  writeFileSync(keysFile, `${JSON.stringify(changed, null, 2)}\n`)
  return [
    `${successor} succeeds ${succession.from}.`,
    `Sign the next releases with the new key. Remove the old one from ${keysFile} once every station has the release after this.`,
  ]
}

function readKeys(keysFile: string) {
  return publicKeys.parse(
    existsSync(keysFile) ? JSON.parse(readFileSync(keysFile, 'utf8')) : { keys: [], successions: [] },
  )
}
