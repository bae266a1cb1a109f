// `npm run demo`: the whole job without a screen, on real programs: the sandbox workshop's service, a stretch of network that can
// be cut, and a station that is killed and started again. Ends with 0 only if the service has exactly the three sheets bent
// that were marked.
import process from 'node:process'
import { runDemo } from './demo/index.ts'

process.exitCode = await runDemo((line) => console.log(line))
