// E-mail addresses in a normal form: `Ola@Blikk.NO` and `ola@blikk.no` are equal. Pure.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const longest = 254
const longestLocal = 64
const longestDomain = 253
/** A dot-atom of RFC 5322, in ASCII: not every mail server accepts quoted forms and other letters before the @. */
const local = /^[a-zA-Z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z\d!#$%&'*+/=?^_`{|}~-]+)*$/
/** Characters that the URL parser does not read as part of a host name. */
const notInNames = /[\s\p{Cc}\p{Cf}%/\\:@?#[\]<>"(),;|^`{}]/u
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** The address in lower case, its domain in ASCII; null for anything but the address of a mailbox on the internet. */
export function readEmailAddress(text: string): string | null {
  if (text.length > 2 * longest) return null
  const trimmed = text.trim()
  const separator = trimmed.lastIndexOf('@')
  const [before, after] = [trimmed.slice(0, Math.max(separator, 0)), trimmed.slice(separator + 1)]
  if (before.length > longestLocal || !local.test(before) || notInNames.test(after)) return null
  const domain = domainToASCII(after)
  const labels = domain.split('.')
  if (domain.length > longestDomain || isIP(domain) !== 0 || labels.length < 2) return null
  if (!labels.every((each) => label.test(each)) || !/^(?:[a-z]{2,}|xn--.+)$/.test(labels.at(-1) ?? '')) return null
  const address = `${before.toLowerCase()}@${domain}`
  return address.length > longest ? null : address
}
