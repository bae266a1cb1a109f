// `npm run workshop`: the administration of a workshop. Works on the data folder, also while the service runs.
import process from 'node:process'
import { runAdministration } from './admin/index.ts'

/** A function, because the packaged app builds this file as CommonJS, which has no top-level await. */
async function run(): Promise<void> {
  const { exitCode, stdout, stderr } = await runAdministration(process.argv.slice(2))
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = exitCode
}

void run()
