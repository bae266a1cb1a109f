// Where a caller has reached the service: what addresses that it is given begin with, where nobody has said where that is. A proxy in front of the service says by
// `X-Forwarded-Proto` that it was https; whoever says so untruly misleads nobody but himself. Pure.
import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from './failure.ts'

/** `https://host`; without a `Host` (HTTP/1.0) the service's own address. A host that is none is a 400. */
export function originOf(headers: IncomingHttpHeaders, localPort: number | undefined): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const origin = `${scheme}://${headers.host ?? `127.0.0.1:${localPort}`}`
  // A host, with or without a port, and nothing that would make another address of it.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin) || !URL.canParse(origin)) throw invalid(['Host'])
  return origin
}
