// The technician's command line: `npm run kant -- help`.
import { enableCompileCache } from 'node:module'
import process from 'node:process'

// the types are stripped once and not at every start
enableCompileCache()
const { runCommand } = await import('./commands/index.ts')
process.exitCode = await runCommand(process.argv.slice(2))
