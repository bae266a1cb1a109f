// `npm run dev`: the sandbox, a station that restarts when its sources change, and a screen that reloads automatically.
import process from 'node:process'
import { runDev } from './dev/index.ts'

// an open handle of a library must not keep the terminal busy
process.exit(await runDev(process.argv.slice(2)))
