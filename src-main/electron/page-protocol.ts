// Serves the built screen as app://kant/ instead of from files, with a policy under which the page reaches no network at all.
import { protocol } from 'electron'
import { contentSecurityPolicy, readPageFiles } from '../platform/page-files.ts'
import { isOwnAddress, pageScheme } from './page-address.ts'

/** Before the app is ready: app:// counts as secure and has an origin. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/** Once the app is ready. Throws when the screen is not built. */
export function servePage(folder: string): void {
  const files = readPageFiles(folder)
  protocol.handle(pageScheme, (request) => {
    const file = isOwnAddress(request.url) ? files.get(new URL(request.url).pathname) : undefined
    if (file === undefined) return new Response('There is no such file.\n', { status: 404, headers })
    return new Response(new Uint8Array(file.bytes), { headers: { ...headers, 'content-type': file.type } })
  })
}

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': contentSecurityPolicy("'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
