// Serves the page as app://kant/ instead of from files, with a policy that allows no network.
import { protocol } from 'electron'
import { contentSecurityPolicy, readPageFiles } from '../../platform/page-files.ts'
import { devContentSecurityPolicy, type DevPage } from './dev-page.ts'
import { isOwnAddress, pageScheme } from './page-address.ts'

/** Call it before the app is ready. It makes app:// a secure scheme with an origin. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/** Serves the page of `npm run dev` under the same address. Call it once the app is ready. */
export function serveDevPage(devPage: DevPage): void {
  protocol.handle(pageScheme, async (request) => {
    if (!isOwnAddress(request.url)) return notFound()
    const { pathname, search } = new URL(request.url)
    const response = await fetch(`${devPage.url}${pathname}${search}`, {
      headers: { accept: request.headers.get('accept') ?? '*/*' },
    })
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
    return new Response(await response.arrayBuffer(), {
      status: response.status,
      headers: { ...headers, 'content-type': type, 'content-security-policy': devContentSecurityPolicy(devPage) },
    })
  })
}

/** Call it once the app is ready. Throws when the page is not built. */
export function servePage(folder: string): void {
  const files = readPageFiles(folder)
  protocol.handle(pageScheme, (request) => {
    const file = isOwnAddress(request.url) ? files.get(new URL(request.url).pathname) : undefined
    if (file === undefined) return notFound()
    return new Response(new Uint8Array(file.bytes), { headers: { ...headers, 'content-type': file.type } })
  })
}

const notFound = (): Response => new Response('Not found.\n', { status: 404, headers })

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': contentSecurityPolicy("'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
