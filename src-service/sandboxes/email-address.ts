// The addresses that a sandbox may be asked for, in one spelling each: `Ola@Blikk.NO` and `ola@blikk.no` are one. Pure.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const longest = 254
const longestLocal = 64
const longestDomain = 253
/** A dot-atom of RFC 5322, in ASCII: quoted forms and other letters before the @ are not taken by every mail server. */
const local = /^[a-zA-Z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z\d!#$%&'*+/=?^_`{|}~-]+)*$/
/** What the standard of addresses would read as something else than part of a name. */
const notInNames = /[\s\p{Cc}\p{Cf}%/\\:@?#[\]<>"(),;|^`{}]/u
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** The address in small letters, its domain in ASCII; null for what is no address of a mailbox on the internet. */
export function readEmailAddress(text: string): string | null {
  if (text.length > 2 * longest) return null
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const [before, after] = [trimmed.slice(0, Math.max(at, 0)), trimmed.slice(at + 1)]
  if (before.length > longestLocal || !local.test(before) || notInNames.test(after)) return null
  const domain = domainToASCII(after)
  const labels = domain.split('.')
  if (domain.length > longestDomain || isIP(domain) !== 0 || labels.length < 2) return null
  if (!labels.every((each) => label.test(each)) || !/^(?:[a-z]{2,}|xn--.+)$/.test(labels.at(-1) ?? '')) return null
  const address = `${before.toLowerCase()}@${domain}`
  return address.length > longest ? null : address
}
