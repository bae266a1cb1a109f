// The service's own pages: HTML without scripts and external resources, which is not cached and cannot be framed. Pure.
import { createHash } from 'node:crypto'
import type { OpenAnswer } from './open-route.ts'

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:10vh auto;padding:0 1.5rem;color:#111;background:#fff}' +
  'h1{font-size:1.5rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dt{color:#444}dd{margin:0;text-align:right}' +
  '.sum{font-weight:700}button{font:inherit;font-weight:700;width:100%;padding:1rem;border:0;border-radius:.5rem;background:#0b5a37;color:#fff}' +
  '.note{color:#444;font-size:1rem}.wrong{color:#a1130b;font-weight:700}label{display:block}' +
  'input{font:inherit;width:100%;box-sizing:border-box;padding:.75rem;margin:.25rem 0 1rem;border:2px solid #444;border-radius:.5rem}' +
  'code{display:block;padding:.75rem;border-radius:.5rem;background:#eee;overflow-wrap:anywhere;user-select:all}'

/** Allows only the page's own style, and a form to the same origin. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
export const pageHeaders = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const
export const pageType = 'text/html; charset=utf-8'

/** A page with a heading. `title` and `content` are HTML: what others wrote is passed through `escapeHtml`. */
export function htmlPage(status: number, title: string, content: string): OpenAnswer {
  const body =
    '<!doctype html><html lang="nb"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>` +
    `<body><main><h1>${title}</h1>${content}</main></body></html>`
  return { body, contentType: pageType, status, headers: pageHeaders }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
