// Checks the address of the service that a technician enters, before anything is sent to it. Pure.
import type { NotSentCause } from '../../shared/workshop-api/index.ts'

export type BaseAddress =
  | { ok: true; origin: string; path: string }
  | { ok: false; cause: NotSentCause; message: string }

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Splits a base address such as `https://host/api/v1` into origin and path (without a trailing slash).
 * `insecure`: http to another computer would reveal the key on the network. `bad_address`: not the address of a service.
 */
export function baseAddress(text: string): BaseAddress {
  const url = URL.parse(text)
  if (url === null) return bad('the address cannot be read')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return bad('the address must begin with https://')
  if (url.username !== '' || url.password !== '') return bad('the address must not carry a name or a password')
  if (url.search !== '' || url.hash !== '') return bad('the address must end with its path')
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    return { ok: false, cause: 'insecure', message: `http:// to ${url.hostname} would show the key; use https://` }
  return { ok: true, origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

const bad = (message: string): BaseAddress => ({ ok: false, cause: 'bad_address', message })
