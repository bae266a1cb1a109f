// The technician's command line: `npm run kant -- help`.
import { enableCompileCache } from 'node:module'
import process from 'node:process'

// caches the modules without their types, so that later starts are faster
enableCompileCache()
const { runCommand } = await import('./commands/index.ts')
process.exitCode = await runCommand(process.argv.slice(2))
// a command that is over ends, whatever is still open after a failure; its last output is written meanwhile
setTimeout(() => process.exit(), 3_000).unref()
