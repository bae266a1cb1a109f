// `npm run package`: packages the built desktop app with electron-builder. Without a network it says in one sentence which file is missing
// and where to put it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import electron from 'electron/package.json' with { type: 'json' }
import updateKeys from '../../resources/updates/public-keys.json' with { type: 'json' }
import { packageFault } from './package-fault.ts'

if (updateKeys.keys.length === 0) {
  console.error(
    'resources/updates/public-keys.json has no key, so this app will refuse every update: see npm run sign-update',
  )
}
const root = join(import.meta.dirname, '../..')
const builder = join(root, 'node_modules/electron-builder/cli.js')
const packaging = spawn(
  process.execPath,
  [builder, '--publish', 'never', '--config', 'electron-builder.config.cjs', ...process.argv.slice(2)],
  { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] },
)
const fault: string[] = []
createInterface({ input: packaging.stdout }).on('line', (line) => {
  // the fault is the last that electron-builder prints, with its stack
  if (fault.length > 0 || line.trimStart().startsWith('⨯')) fault.push(line)
  else console.log(line)
})
const [code] = await once(packaging, 'close')
if (fault.length > 0) console.error(packageFault(fault.join('\n'), electron.version, process))
process.exitCode = code === 0 ? 0 : 1
