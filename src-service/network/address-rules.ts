// The rules for webhook addresses (specification 6.1), without name resolution. Pure.
import { isIP } from 'node:net'
import { Refusal } from '../store/index.ts'
import { isLoopback } from './public-address.ts'

/** The URL parser removes the default port of https. */
const ports = ['', '8443']
const maxLength = 2_000
const maxHostLength = 253
const labelPattern = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
/** Top-level names that are never public (RFC 6761 and 6762, RFC 8375, RFC 9476, ICANN's `internal`). */
const notPublicTopLevels = ['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test']

/**
 * Parses an address and returns its normal form with the host in ASCII, which is stored, shown and used. With `loopback`, for tests, `http`
 * and any port of a loopback address are accepted too. Throws a `Refusal` with the reason.
 */
export function readAddress(text: string, { loopback }: { loopback: boolean }): string {
  if (text.length > maxLength) throw addressRefusal(`it is longer than ${maxLength} characters`)
  // The URL parser removes or converts these characters, so the result would differ from the input.
  if (/[\s\\\p{Cc}]/u.test(text)) throw addressRefusal('it contains a space, a line break or a backslash')
  const url = URL.parse(text)
  if (url === null) throw addressRefusal('it is not a valid address')
  if (url.username !== '' || url.password !== '') throw addressRefusal('it contains a user name or a password')
  if (url.hash !== '') throw addressRefusal('the part after # is never sent')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (loopback && isLoopback(host) && /^https?:$/.test(url.protocol)) return url.href
  if (url.protocol !== 'https:') throw addressRefusal('it does not start with https://')
  if (!ports.includes(url.port)) throw addressRefusal(`its port is ${url.port}, not 443 or 8443`)
  if (isIP(host) !== 0) throw addressRefusal('it has an IP number instead of a host name')
  const labels = host.split('.')
  if (host.length > maxHostLength || !labels.every((each) => labelPattern.test(each))) {
    throw addressRefusal(`"${host}" is not a host name`)
  }
  const topLevel = labels.at(-1) ?? ''
  if (labels.length < 2 || notPublicTopLevels.includes(topLevel))
    throw addressRefusal(`"${host}" is not a public host name`)
  return url.href
}

const addressRefusal = (reason: string): Refusal => new Refusal('invalid', `the address cannot be used: ${reason}`)
