// Runs one of Kant's programs under Node 24: this Node, or the one that `npm ci` installed. Plain JavaScript, because an older Node
// reads no TypeScript, and the stores' native library crashes it without a message.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [, , program = '', ...args] = process.argv
const windows = process.platform === 'win32'
const installed = join(
  import.meta.dirname ?? dirname(new URL(import.meta.url).pathname),
  '../../node_modules',
  `node-${windows ? 'win' : process.platform}-${process.arch}`,
  'bin',
  windows ? 'node.exe' : 'node',
)

/**
 * Where Node 24 keeps the compiled form of our TypeScript, for itself, its worker threads and its child processes. It halves the
 * processor time of each start. An entry is found by the content of its file, so it is never out of date.
 */
process.env.NODE_COMPILE_CACHE ??= join(dirname(installed), '../../.cache/kant-compiled')

/** The oldest Node under which `npm ci` installs all packages; `engines` in package.json states the same. */
const oldest = { major: 20, minor: 19 }
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/**
 * npm sends a signal to the shell between it and this program. The shell ends without passing it on, so this program ends with it.
 * @param {() => void} end
 */
function endWithShell(end) {
  if (windows || process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    end()
  }, 250).unref()
}

if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
  console.error(
    `Kant needs Node ${oldest.major}.${oldest.minor} or later, and this is Node ${process.versions.node}: install a newer Node and run "npm ci" again.`,
  )
  process.exitCode = 1
} else if (major >= 24) {
  endWithShell(() => process.kill(process.pid, 'SIGTERM'))
  nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  process.argv.splice(1, 2, resolve(program))
  await import(pathToFileURL(resolve(program)).href)
} else if (existsSync(installed)) {
  const PATH = `${dirname(installed)}${delimiter}${process.env.PATH ?? ''}`
  // with the limit of memory that the script in package.json states
  const child = spawn(installed, [...process.execArgv, program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithShell(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
} else {
  console.error(
    `Kant needs Node 24, and this is Node ${process.versions.node}: "npm ci" installs Node 24 on Linux and Windows; install it yourself elsewhere.`,
  )
  process.exitCode = 1
}
