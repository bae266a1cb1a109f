// A station's self-signed certificate. Its fingerprint is the station's name to the others. Loads the certificate library on demand.
import { createHash, webcrypto, X509Certificate } from 'node:crypto'

export interface CertificatePair {
  /** PEM. */
  certificate: string
  /** PEM, PKCS #8. */
  key: string
}

/** The dates are never checked, so that a station with a wrong clock is not locked out. The format wants some. */
const validFrom = new Date('2020-01-01T00:00:00Z')
const validUntil = new Date('2049-12-31T23:59:59Z')

/** Makes a P-256 key and a certificate for it. The subject says nothing about the workshop. */
export async function createCertificate(): Promise<CertificatePair> {
  // the certificate library needs it before it loads
  await import('reflect-metadata')
  const { X509CertificateGenerator } = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name: 'CN=kant-station', notBefore: validFrom, notAfter: validUntil, signingAlgorithm: algorithm, keys },
    webcrypto,
  )
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    certificate: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
  }
}

/** SHA-256 of a DER certificate: 64 hexadecimal digits. */
export const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

/** The short form of a fingerprint in facts and on screens. */
export const stationIdOf = (fingerprint: string): string => fingerprint.slice(0, 16)

/** The DER bytes of a PEM certificate. Throws for any other text. */
export const derOf = (pem: string): Buffer => new X509Certificate(pem).raw
