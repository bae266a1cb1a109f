// `npm start`: the station and its screen, in Electron or a browser.
import { enableCompileCache } from 'node:module'
import process from 'node:process'

// caches the modules without their types, so that later starts are faster
enableCompileCache()
const { startApp } = await import('./start/index.ts')
// an open handle of a library must not keep the terminal busy
process.exit(await startApp(process.argv.slice(2)))
