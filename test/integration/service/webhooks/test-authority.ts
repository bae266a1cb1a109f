// A certificate authority for tests, made with openssl for each test, and the certificates that it signs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certified {
  /** All in PEM. */
  authority: string
  key: string
  cert: string
}

/** A key and a certificate for a host, and the authority's own certificate, which verifies it. */
export function certified(host: string): Certified {
  const folder = mkdtempSync(join(tmpdir(), 'kant-authority-'))
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  try {
    openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Tests')
    openssl('req', ...newKey, '-keyout', 'host.key', '-out', 'host.csr', '-subj', `/CN=${host}`)
    writeFileSync(join(folder, 'extensions'), `subjectAltName=DNS:${host}`)
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'extensions']
    openssl('x509', '-req', '-in', 'host.csr', '-out', 'host.pem', ...signed)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { authority: read('ca.pem'), key: read('host.key'), cert: read('host.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
