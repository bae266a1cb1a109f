// Which stations this one trusts: those that its technician confirmed, and those that a trusted station's technician confirmed in both
// directions. A revocation wins over every confirmation, permanently. Pure, except for the signatures.
import { sign, verify, X509Certificate } from 'node:crypto'
import type { Fact, FactOf } from '../../../shared/peers/index.ts'
import { fingerprintOf, stationIdOf, type Identity } from '../identity/index.ts'

/** A station that a technician at this station confirmed. */
export interface Pairing {
  fingerprint: string
  /** base64 of the DER certificate. */
  certificate: string
  name: string
}

export interface Member {
  fingerprint: string
  stationId: string
  name: string
  /** The station whose technician confirmed it; null: this one's. */
  confirmedBy: string | null
}

export interface TrustSources {
  ownFingerprint: string
  pairings: readonly Pairing[]
  members: readonly FactOf<'member'>[]
  revocations: readonly FactOf<'revoked'>[]
  /** Those in this station's own file. They were verified before they were stored. */
  storedRevocations: readonly FactOf<'revoked'>[]
}

interface Confirmation {
  issuer: string
  subject: string
  name: string
}

/** What follows from the confirmations and the revocations. */
export interface Trust {
  /** The trusted stations by fingerprint, without this one. */
  members: ReadonlyMap<string, Member>
  /** The fingerprints of revoked stations. A station that was revoked itself is among them. */
  revoked: ReadonlySet<string>
  /**
   * The verified revocations that this station's file lacks, one for each station that someone confirmed. Revocations of stations that
   * nobody confirmed stay in the shared documents, because a hostile station can sign any number of them.
   */
  revocationsToStore: readonly FactOf<'revoked'>[]
}

/** Verifies each signature once. */
export function trustIn(sources: TrustSources): Trust {
  const confirmations = sources.members.flatMap((fact) => confirmationOf(fact) ?? [])
  const verified = verifiedRevocations(sources, confirmations)
  const revoked = new Set([...sources.storedRevocations, ...verified].map(({ fingerprint }) => fingerprint))
  const lacking = new Set([
    ...sources.pairings.map(({ fingerprint }) => fingerprint),
    ...confirmations.map(({ subject }) => subject),
  ])
  for (const { fingerprint } of sources.storedRevocations) lacking.delete(fingerprint)
  return {
    members: trustedMembers(sources, confirmations, revoked),
    revoked,
    revocationsToStore: verified.filter(({ fingerprint }) => lacking.delete(fingerprint)),
  }
}

function trustedMembers(
  { ownFingerprint, pairings }: TrustSources,
  confirmations: readonly Confirmation[],
  revoked: ReadonlySet<string>,
): ReadonlyMap<string, Member> {
  const confirmed = new Set(confirmations.map(({ issuer, subject }) => `${issuer} ${subject}`))
  const trusted = new Map<string, Member>()
  const add = (fingerprint: string, name: string, confirmedBy: string | null): boolean => {
    if (fingerprint === ownFingerprint || revoked.has(fingerprint) || trusted.has(fingerprint)) return false
    trusted.set(fingerprint, { fingerprint, stationId: stationIdOf(fingerprint), name, confirmedBy })
    return true
  }
  for (const { fingerprint, name } of pairings) add(fingerprint, name, null)
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false
    for (const { issuer, subject, name } of confirmations) {
      const isMutual = confirmed.has(`${subject} ${issuer}`)
      if (isMutual && trusted.has(issuer) && add(subject, name, stationIdOf(issuer))) hasGrown = true
    }
  }
  return trusted
}

/** Revocations that a station signed which is or was confirmed by someone, or this station itself. */
function verifiedRevocations(
  { ownFingerprint, pairings, revocations }: TrustSources,
  confirmations: readonly Confirmation[],
): FactOf<'revoked'>[] {
  if (revocations.length === 0) return []
  const vouchedFor = new Set([ownFingerprint, ...pairings.map(({ fingerprint }) => fingerprint)])
  for (let size = -1; size < vouchedFor.size;) {
    size = vouchedFor.size
    for (const { issuer, subject } of confirmations) if (vouchedFor.has(issuer)) vouchedFor.add(subject)
  }
  return revocations.filter((fact) => {
    const issuer = issuerOf(fact)
    return issuer !== null && vouchedFor.has(issuer) && isRevocationSigned(fact)
  })
}

const confirmedText = (issuer: string, subject: string, name: string): Buffer =>
  Buffer.from(`kant-member-1 ${issuer} ${subject} ${name}`, 'utf8')
const revokedText = (issuer: string, subject: string): Buffer =>
  Buffer.from(`kant-revoked-1 ${issuer} ${subject}`, 'utf8')

type Signer = Pick<Identity, 'key' | 'der' | 'fingerprint' | 'stationId'>

/** This station's confirmation of another one. */
export function memberFactOf(signer: Signer, pairing: Pairing, time: number): FactOf<'member'> {
  const text = confirmedText(signer.fingerprint, pairing.fingerprint, pairing.name)
  return {
    v: 1,
    kind: 'member',
    from: signer.stationId,
    time,
    certificate: pairing.certificate,
    issuer: signer.der.toString('base64'),
    name: pairing.name,
    signature: sign('sha256', text, signer.key).toString('base64'),
  }
}

export function revocationFactOf(signer: Signer, fingerprint: string, time: number): FactOf<'revoked'> {
  const signature = sign('sha256', revokedText(signer.fingerprint, fingerprint), signer.key).toString('base64')
  return {
    v: 1,
    kind: 'revoked',
    from: signer.stationId,
    time,
    fingerprint,
    issuer: signer.der.toString('base64'),
    signature,
  }
}

/** Null: the signature is not the issuer's. */
function confirmationOf(fact: FactOf<'member'>): Confirmation | null {
  const [issuer, subject] = [issuerOf(fact), fingerprintOf(Buffer.from(fact.certificate, 'base64'))]
  if (issuer === null) return null
  const isSigned = isSignedBy(fact.issuer, confirmedText(issuer, subject, fact.name), fact.signature)
  return isSigned ? { issuer, subject, name: fact.name } : null
}

const isRevocationSigned = (fact: FactOf<'revoked'>): boolean =>
  isSignedBy(fact.issuer, revokedText(issuerOf(fact) ?? '', fact.fingerprint), fact.signature)

/** Whether the signature of a fact is its issuer's; true for facts without one. */
export function isGenuine(fact: Fact): boolean {
  if (fact.kind === 'member') return confirmationOf(fact) !== null
  return fact.kind !== 'revoked' || (issuerOf(fact) !== null && isRevocationSigned(fact))
}

/** Null where the fact names a station that its certificate does not belong to. */
function issuerOf({ issuer, from }: FactOf<'member'> | FactOf<'revoked'>): string | null {
  const fingerprint = fingerprintOf(Buffer.from(issuer, 'base64'))
  return stationIdOf(fingerprint) === from ? fingerprint : null
}

function isSignedBy(certificate: string, signed: Buffer, signature: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    // no certificate at all
    return false
  }
}
