// E-mail addresses in a normal form: `Ola@Blikk.NO` and `ola@blikk.no` are equal. Pure.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const maxLength = 254
const maxLocalLength = 64
const maxDomainLength = 253
/** A dot-atom of RFC 5322, in ASCII: not every mail server accepts quoted forms and other letters before the @. */
const localPattern = /^[a-zA-Z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z\d!#$%&'*+/=?^_`{|}~-]+)*$/
/** Characters that the URL parser does not read as part of a host name. */
const notInNames = /[\s\p{Cc}\p{Cf}%/\\:@?#[\]<>"(),;|^`{}]/u
const labelPattern = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** The address in lower case, its domain in ASCII; null for anything but the address of a mailbox on the internet. */
export function readEmailAddress(text: string): string | null {
  if (text.length > 2 * maxLength) return null
  const trimmed = text.trim()
  const separator = trimmed.lastIndexOf('@')
  const [localPart, host] = [trimmed.slice(0, Math.max(separator, 0)), trimmed.slice(separator + 1)]
  if (localPart.length > maxLocalLength || !localPattern.test(localPart) || notInNames.test(host)) return null
  const domain = domainToASCII(host)
  const labels = domain.split('.')
  if (domain.length > maxDomainLength || isIP(domain) !== 0 || labels.length < 2) return null
  if (!labels.every((each) => labelPattern.test(each)) || !/^(?:[a-z]{2,}|xn--.+)$/.test(labels.at(-1) ?? ''))
    return null
  const address = `${localPart.toLowerCase()}@${domain}`
  return address.length > maxLength ? null : address
}
