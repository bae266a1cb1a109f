// Starts the sandbox's service, prints its process id, and runs until it is killed.
import { join } from 'node:path'
import process from 'node:process'
import { serviceProgram } from '../../../src-main/cli/sandbox/sandbox-programs.ts'
import { startService } from '../../../src-main/station/sandbox/sandbox-service.ts'

const [, , dataFolder = ''] = process.argv
const root = join(import.meta.dirname, '../../..')
const { pid } = await startService(serviceProgram(root), { dataFolder, port: 0, onUnexpectedEnd: () => {} })
console.log(pid)
