// `npm start`: the app on whatever this computer has. Looks at its Node before anything of the station is loaded: an older one
// crashes on the stores' library without a word.
import process from 'node:process'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error(`Kant needs Node 22 or later and was started with ${process.versions.node}. Start it by npm: npm start`)
  process.exit(1)
}
const { startApp } = await import('./start-app.ts')
// what a library still holds open does not keep the terminal
process.exit(await startApp(process.argv.slice(2)))
