// `npm run demo`: the whole job without a screen, on real programs: the sandbox workshop's service, a stretch of network that can
// be cut, and a station that is killed and started again. Ends with 0 only if the service has exactly the three sheets bent
// that were marked. Looks at its Node first: an older one crashes on the stores' library without a word.
import process from 'node:process'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error(
    `Kant needs Node 22 or later and was started with ${process.versions.node}. Start it by npm: npm run demo`,
  )
  process.exit(1)
}
const { runDemo } = await import('./demo-run.ts')
process.exitCode = await runDemo((line) => console.log(line))
