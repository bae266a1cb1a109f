// The origin that the caller used, for addresses in its answer if no public origin is set. A proxy reports https with
// `X-Forwarded-Proto`; a false header affects only the caller's own answer. Pure.
import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from './failure.ts'

/** `https://host`; without `Host` (HTTP/1.0) the loopback address. Throws a 400 for an invalid host. */
export function originOf(headers: IncomingHttpHeaders, localPort: number | undefined): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const origin = `${scheme}://${headers.host ?? `127.0.0.1:${localPort}`}`
  // Only a host with an optional port: other characters could change the meaning of the address.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin) || !URL.canParse(origin)) throw invalid(['Host'])
  return origin
}
