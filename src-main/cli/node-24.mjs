// Runs one of Kant's programs under a Node that can run it: this one, or the one that `npm ci` brought. Plain JavaScript, since an
// older Node, which npm may have started, reads no TypeScript and crashes on the stores' library without a word.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [, , program = '', ...args] = process.argv
const windows = process.platform === 'win32'
const brought = join(
  import.meta.dirname ?? dirname(new URL(import.meta.url).pathname),
  '../../node_modules',
  `node-${windows ? 'win' : process.platform}-${process.arch}`,
  'bin',
  windows ? 'node.exe' : 'node',
)

/**
 * npm hands a signal to the shell between it and us, which dies of it and tells nobody: so a program of npm's ends when that shell has.
 * @param {() => void} end
 */
function endWithItsShell(end) {
  if (windows || process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    end()
  }, 250).unref()
}

if (Number(process.versions.node.split('.')[0]) >= 24) {
  endWithItsShell(() => process.kill(process.pid, 'SIGTERM'))
  process.argv.splice(1, 2, resolve(program))
  await import(pathToFileURL(resolve(program)).href)
} else if (existsSync(brought)) {
  const PATH = `${dirname(brought)}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(brought, [program, ...args], { stdio: 'inherit', env: { ...process.env, PATH } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithItsShell(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
} else {
  console.error(
    `Kant needs Node 24 and was started with ${process.versions.node}. "npm ci" brings it for Linux and Windows; elsewhere install it.`,
  )
  process.exitCode = 1
}
