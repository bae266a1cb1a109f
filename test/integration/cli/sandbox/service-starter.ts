// A program that starts the sandbox's service and lives until it is killed; says the service's process id.
import { join } from 'node:path'
import process from 'node:process'
import { serviceProgram } from '../../../../src-main/cli/sandbox/sandbox-programs.ts'
import { startService } from '../../../../src-main/station/sandbox/sandbox-service.ts'

const [, , dataFolder = ''] = process.argv
const root = join(import.meta.dirname, '../../../..')
const { pid } = await startService(serviceProgram(root), { dataFolder, port: 0, onDeath: () => {} })
console.log(pid)
