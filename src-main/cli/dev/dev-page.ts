// The page of `npm run dev`: Vite's server on loopback, with the page's own calls passed on to the station. Reads the sources.
import { join, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { createLogger, createServer, type Logger, type Plugin, type ProxyOptions } from 'vite'

export interface DevPageOptions {
  readonly root: string
  /** `http://127.0.0.1:PORT` of the station. */
  readonly stationUrl: string
  readonly port: number
}

export interface DevPage {
  /** `http://127.0.0.1:PORT` of the page. */
  readonly url: string
  /** The station's address for a screen, on the page's server. */
  readonly addressFor: (screenUrl: string) => string
  /** Calls `onChange` once for changes that come together; `folders`: from the project's root. */
  readonly watch: (folders: readonly string[], onChange: () => void) => void
  readonly close: () => Promise<void>
}

const host = '127.0.0.1'
/** Editors write several files at once. */
const changesTogetherMs = 150

export async function startDevPage({ root, stationUrl, port }: DevPageOptions): Promise<DevPage> {
  const url = `http://${host}:${port}`
  const server = await createServer({
    configFile: false,
    root: join(root, 'src-renderer'),
    customLogger: quietLogger(),
    clearScreen: false,
    plugins: [react(), devContentSecurityPolicy(`ws://${host}:${port}`)],
    json: { stringify: true },
    server: {
      host,
      port,
      strictPort: true,
      // the desktop shell shows the page as app://kant, from where Vite's socket has no host
      hmr: { protocol: 'ws', host, clientPort: port },
      fs: { allow: [root] },
      // whole paths only: src-renderer/station is a folder of modules
      proxy: { '^/station$': toStation(stationUrl), '^/launch$': toStation(stationUrl) },
    },
  })
  await server.listen()
  return {
    url,
    addressFor: (screenUrl) => `${url}/${new URL(screenUrl).hash}`,
    watch: (folders, onChange) => {
      const inFolders = (path: string): boolean => folders.includes(relative(root, path).split(sep)[0] ?? '')
      let timer: NodeJS.Timeout | undefined
      server.watcher.add(folders.map((folder) => join(root, folder)))
      server.watcher.on('all', (event, path) => {
        if (event === 'addDir' || !inFolders(path)) return
        clearTimeout(timer)
        timer = setTimeout(onChange, changesTogetherMs)
      })
    },
    close: () => server.close(),
  }
}

/** The station answers only requests that come from its own origin. `changeOrigin` sets the Host. */
const toStation = (stationUrl: string): ProxyOptions => ({
  target: stationUrl,
  changeOrigin: true,
  ws: true,
  headers: { origin: stationUrl },
})

/**
 * Vite puts scripts and style elements of its own into the page, and opens a socket: the page's policy allows those, only in the page
 * that this server sends. A build does not load this plugin.
 */
function devContentSecurityPolicy(socket: string): Plugin {
  return {
    name: 'kant-dev-content-security-policy',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", `connect-src 'self' ${socket}`),
  }
}

/** A logger that drops Vite's errors for requests while the station restarts: the page sends them again. */
function quietLogger(): Logger {
  const logger = createLogger('warn')
  return {
    ...logger,
    error: (message, options) => {
      if (!/proxy (socket )?error/.test(message)) logger.error(message, options)
    },
  }
}
