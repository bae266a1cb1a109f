// The origin of the service in addresses: the configured public origin, or else the one that the caller used. Pure.
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../store/index.ts'
import { invalid } from '../operation/index.ts'

/**
 * The origin for links in mail. It is set at the start and never taken from a caller, who could redirect the links. Returns
 * `https://host`. Throws a `Refusal` for any other kind of address.
 */
export function publicOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '') &&
    url.pathname === '/'
  if (!isOrigin) throw new Refusal('invalid', `the public address must be https://HOST without a path, not "${text}"`)
  return url.origin
}

/**
 * The origin that the caller used, for addresses in its answer. Without `Host` (HTTP/1.0) it is the loopback address. Throws a 400 for
 * an invalid host. A proxy reports https with `X-Forwarded-Proto`; a false header affects only the caller's own answer.
 */
export function originOf(headers: IncomingHttpHeaders, localPort: number | undefined): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const origin = `${scheme}://${headers.host ?? `127.0.0.1:${localPort}`}`
  // Only a host with an optional port: other characters could change the meaning of the address.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin) || !URL.canParse(origin)) throw invalid(['Host'])
  return origin
}
