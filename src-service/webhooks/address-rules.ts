// What an address of a webhook may be (specification 6.1), before any name is looked up. Pure.
import { isIP } from 'node:net'
import { Refusal } from '../store/refusal.ts'
import { isLoopback } from './public-address.ts'

/** The default port of https is written as none. */
const ports = ['', '8443']
const maxLength = 2_000
const maxHostLength = 253
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
/** Ends of names that are never public (RFC 6761 and 6762, RFC 8375, RFC 9476, ICANN's `internal`). */
const notPublicEnds = ['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test']

/**
 * Reads an address and returns it in its one spelling, the host in ASCII: what is stored, shown and sent to. With `loopback`, for
 * tests, `http` and any port of this computer's own address are taken as well. Throws a `Refusal` that says what is wrong.
 */
export function readAddress(text: string, { loopback }: { loopback: boolean }): string {
  if (text.length > maxLength) throw refused(`it is longer than ${maxLength} characters`)
  // The address standard drops or turns these round, so that it would not be what was read.
  if (/[\s\\\p{Cc}]/u.test(text)) throw refused('it has a space, a line break or a backslash in it')
  const url = URL.parse(text)
  if (url === null) throw refused('it is no address')
  if (url.username !== '' || url.password !== '') throw refused('it has a user name or a password in it')
  if (url.hash !== '') throw refused('what stands after # is never sent')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (loopback && isLoopback(host) && /^https?:$/.test(url.protocol)) return url.href
  if (url.protocol !== 'https:') throw refused('it does not begin with https://')
  if (!ports.includes(url.port)) throw refused(`its port is ${url.port}, not 443 or 8443`)
  if (isIP(host) !== 0) throw refused('it has an IP number where a host name is needed')
  const labels = host.split('.')
  if (host.length > maxHostLength || !labels.every((each) => label.test(each))) {
    throw refused(`"${host}" is no host name`)
  }
  const end = labels.at(-1) ?? ''
  if (labels.length < 2 || notPublicEnds.includes(end)) throw refused(`"${host}" is no public host name`)
  return url.href
}

const refused = (why: string): Refusal => new Refusal('invalid', `the address cannot be used: ${why}`)
