// What no page in this app may do, whatever it tries: leave, open a window, embed another, ask for a permission or a device,
// or reach anything but its own files.
import { app, session } from 'electron'
import { isOwnAddress } from './page-address.ts'

/** Before any window is made. */
export function denyToEveryPage(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** Once the app is ready. */
export function denyToEverySession(): void {
  const all = session.defaultSession
  all.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  all.setPermissionCheckHandler(() => false)
  all.setDevicePermissionHandler(() => false)
  all.on('will-download', (event) => event.preventDefault())
  all.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isAllowed(url) }))
}

const isAllowed = (url: string): boolean => isOwnAddress(url) || url.startsWith('data:') || url.startsWith('devtools:')
