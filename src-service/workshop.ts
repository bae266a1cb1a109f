// `npm run workshop`: the administration of a workshop. Works on the data folder, also while the service runs.
import process from 'node:process'
import { runAdministration } from './admin/index.ts'

void runAdministration(process.argv.slice(2)).then(({ exitCode, stdout, stderr }) => {
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = exitCode
})
