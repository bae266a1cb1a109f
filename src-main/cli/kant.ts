// The technician's command line: `npm run kant -- help`. Looks at its Node before anything of the station is loaded: an older
// one crashes on the stores' library without a word.
import { enableCompileCache } from 'node:module'
import process from 'node:process'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error(
    `Kant needs Node 22 or later and was started with ${process.versions.node}. Start it by npm: npm run kant -- help`,
  )
  process.exit(1)
}
// the types are stripped once and not at every start
enableCompileCache()
const { runCommand } = await import('./commands.ts')
process.exitCode = await runCommand(process.argv.slice(2))
