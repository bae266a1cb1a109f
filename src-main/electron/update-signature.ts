// The signature of an update: Ed25519 over its version, its files and their hashes. The app contains the public keys that it trusts; a
// trusted key can sign its successor. Pure, except for the cryptography of Node.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import * as z from 'zod'

/** The name of the document beside the feed's `latest.yml`. */
export const signatureFileName = 'kant-update-signature.json'
/** A longer document is not read. */
export const maxSignatureBytes = 65_536

/** A raw Ed25519 public key, in base64. */
const publicKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)
const signature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/)
/** Three numbers; releases have no suffix. */
const updateVersion = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)

const signedFile = z.strictObject({
  name: z.string().regex(/^[\w.\- ]{1,200}$/),
  size: z.int().min(1),
  /** In base64, as in `latest.yml`. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})
export type SignedFile = z.infer<typeof signedFile>

/** A key that the key before it has signed. */
const keySuccession = z.strictObject({ from: publicKey, to: publicKey, signature })
export type KeySuccession = z.infer<typeof keySuccession>

const updateSignature = z.strictObject({
  version: updateVersion,
  files: z.array(signedFile).min(1).max(50),
  key: publicKey,
  signature,
  successions: z.array(keySuccession).max(50),
})
export type UpdateSignature = z.infer<typeof updateSignature>

/** The keys in `resources/updates/public-keys.json`. */
export const publicKeys = z.strictObject({ keys: z.array(publicKey), successions: z.array(keySuccession) })

/** An Ed25519 key as SubjectPublicKeyInfo (RFC 8410): this prefix and the raw key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const updateText = ({ version, files }: Pick<UpdateSignature, 'version' | 'files'>): Buffer =>
  // JSON of arrays: no text in a field can be read as another field
  Buffer.from(JSON.stringify(['kant update 1', version, files.map(({ name, size, sha512 }) => [name, size, sha512])]))

const successionText = (to: string): Buffer => Buffer.from(JSON.stringify(['kant update key 1', to]))

/** The document for a version, signed with a private key in PEM. */
export function signUpdate(
  update: Pick<UpdateSignature, 'version' | 'files' | 'successions'>,
  privateKeyPem: string,
): UpdateSignature {
  const key = publicKeyOf(privateKeyPem)
  return { ...update, key, signature: signText(updateText(update), privateKeyPem) }
}

/** The statement of a key that another key succeeds it. */
export function signSuccessor(to: string, privateKeyPem: string): KeySuccession {
  const successor = publicKey.parse(to)
  return {
    from: publicKeyOf(privateKeyPem),
    to: successor,
    signature: signText(successionText(successor), privateKeyPem),
  }
}

/** The raw public key of a private key in PEM, in base64. */
export function publicKeyOf(privateKeyPem: string): string {
  const spki = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'der' })
  return spki.subarray(spkiPrefix.length).toString('base64')
}

function signText(text: Buffer, privateKeyPem: string): string {
  return sign(null, text, createPrivateKey(privateKeyPem)).toString('base64')
}

function isSignedBy(key: string, text: Buffer, signed: string): boolean {
  const spki = Buffer.concat([spkiPrefix, Buffer.from(key, 'base64')])
  return verify(null, text, createPublicKey({ key: spki, format: 'der', type: 'spki' }), Buffer.from(signed, 'base64'))
}

/** Whether a trusted key has signed the key, or a key that leads to it. */
function isTrustedKey(key: string, trusted: readonly string[], successions: readonly KeySuccession[]): boolean {
  const trustedKeys = new Set(trusted)
  // each round adds at least one key, or ends
  for (let before = -1; before !== trustedKeys.size;) {
    before = trustedKeys.size
    for (const { from, to, signature: signed } of successions) {
      if (trustedKeys.has(from) && !trustedKeys.has(to) && isSignedBy(from, successionText(to), signed))
        trustedKeys.add(to)
    }
  }
  return trustedKeys.has(key)
}

export interface OfferedUpdate {
  version: string
  files: readonly { url: string; sha512: string }[]
}

export interface UpdateTrust {
  keys: readonly string[]
  /** The version of this app. */
  current: string
  /** The highest version that the feed has offered with a valid signature; null: none yet. */
  highest: string | null
}

export type UpdateVerdict = { isValid: true; files: readonly SignedFile[] } | { isValid: false; reason: string }

const refused = (reason: string): UpdateVerdict => ({ isValid: false, reason })

/** Whether the offer of a feed is the update that the document signs. Nothing of it has been downloaded yet. */
export function verifyUpdate(offered: OfferedUpdate, document: unknown, trust: UpdateTrust): UpdateVerdict {
  const parsed = updateSignature.safeParse(document)
  if (!parsed.success) return refused('the update has no valid signature file')
  const { version, files, key, signature: signed, successions } = parsed.data
  if (!isTrustedKey(key, trust.keys, successions))
    return refused('the update is signed with a key that this app does not trust')
  if (!isSignedBy(key, updateText({ version, files }), signed)) return refused('the signature of the update is wrong')
  if (offered.version !== version)
    return refused(`the feed offers ${offered.version}, and the signature is of ${version}`)
  if (compareVersions(version, trust.current) <= 0)
    return refused(`version ${version} is not newer than ${trust.current}`)
  if (trust.highest !== null && compareVersions(version, trust.highest) < 0) {
    return refused(`the feed went back from version ${trust.highest} to ${version}`)
  }
  const matching = offered.files.map(({ url, sha512 }) =>
    files.find((each) => each.name === nameOf(url) && each.sha512 === sha512),
  )
  if (matching.length === 0 || matching.includes(undefined)) return refused('a file of the feed is not the signed one')
  return { isValid: true, files: matching.filter((each) => each !== undefined) }
}

/** Whether the bytes of a downloaded file are those of a signed file. */
export function isSignedFile(bytes: Uint8Array, files: readonly SignedFile[]): boolean {
  const sha512 = createHash('sha512').update(bytes).digest('base64')
  return files.some((each) => each.sha512 === sha512 && each.size === bytes.length)
}

const numbersOf = (version: string): number[] =>
  updateVersion.safeParse(version).success ? version.split('.').map(Number) : [-1]

/** Negative: the first version is older. For versions of three numbers; any other is the oldest. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  for (const [index, value] of first.entries()) {
    const difference = value - (second[index] ?? 0)
    if (difference !== 0) return difference
  }
  return first.length - second.length
}

/** The file name at the end of an address or a path. */
const nameOf = (url: string): string =>
  decodeURIComponent(
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '',
  )
