// `npm start`: the app on whatever this computer has.
import { enableCompileCache } from 'node:module'
import process from 'node:process'

// the types are stripped once and not at every start
enableCompileCache()
const { startApp } = await import('./start/index.ts')
// what a library still holds open does not keep the terminal
process.exit(await startApp(process.argv.slice(2)))
