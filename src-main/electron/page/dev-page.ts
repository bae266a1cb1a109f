// The page of `npm run dev`, which Vite serves on loopback. A packaged app has none: its policy stays as strict as it is. Pure.

const loopback = /^http:\/\/127\.0\.0\.1:\d{1,5}$/

export interface DevPage {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** Vite's socket, by which the page reloads. */
  readonly socket: string
}

/** `given`: the switch `--dev-page`. Null: there is none, it is not on this computer, or the app is packaged. */
export function devPageOf(given: string, isPackaged: boolean): DevPage | null {
  if (isPackaged || !loopback.test(given)) return null
  return { url: given, socket: given.replace('http:', 'ws:') }
}

/** Vite adds scripts and style elements of its own, and a socket. */
export const devContentSecurityPolicy = ({ socket }: DevPage): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
