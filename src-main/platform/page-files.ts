// Reads the built screen's files into memory. A request can only name one of them, so no path leads out of the folder. Reads that
// folder.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

interface PageFile {
  /** The Content-Type it is served as. */
  type: string
  bytes: Uint8Array
}

/** The files of the page by the path of the request, such as `/assets/index.js`. The page itself is also at `/`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Throws if the folder has no built page. Skips links: only plain files are served. */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, PageFile>()
  collect(folder, '', files)
  const page = files.get('/index.html')
  if (page === undefined) throw new Error(`${folder} holds no built screen: there is no index.html`)
  files.set('/', page)
  return files
}

// not recursive `readdir`, which the Node of an older Electron does not have
function collect(folder: string, path: string, files: Map<string, PageFile>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) collect(file, `${path}/${entry.name}`, files)
    if (!entry.isFile()) continue
    const type = types[extname(file)] ?? 'application/octet-stream'
    files.set(`${path}/${entry.name}`, { type, bytes: readFileSync(file) })
  }
}

/** Allows only what is part of the page; `connect`: the addresses to which the page may connect. */
export function contentSecurityPolicy(connect: "'self'" | "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
