// Forbids every page of this app to navigate elsewhere, to open a window, to embed another page, to ask for a permission or a device,
// and to reach anything but its own files.
import { app, session } from 'electron'
import type { DevPage } from './dev-page.ts'
import { isOwnAddress } from './page-address.ts'

/** Call it before any window is created. `devPage`: the page of `npm run dev` may reload itself. */
export function denyToEveryPage(devPage: DevPage | null): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (devPage === null || !isOwnAddress(event.url)) event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      if (devPage === null || !isOwnAddress(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** Call it once the app is ready. `devPage`: the page of `npm run dev` may reach Vite's socket. */
export function denyToEverySession(devPage: DevPage | null): void {
  const all = session.defaultSession
  all.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  all.setPermissionCheckHandler(() => false)
  all.setDevicePermissionHandler(() => false)
  all.on('will-download', (event) => event.preventDefault())
  all.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isAllowed(url, devPage) }))
}

const isAllowed = (url: string, devPage: DevPage | null): boolean =>
  isOwnAddress(url) ||
  url.startsWith('data:') ||
  url.startsWith('devtools:') ||
  (devPage !== null && url.startsWith(`${devPage.socket}/`))
