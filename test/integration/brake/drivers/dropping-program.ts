// Uploads one program into a folder and prints the result. It runs as a separate process, for file systems that are mounted only there.
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { BrakeError } from '../../../../src-main/brake/drivers/driver.ts'
import { createFileDrop } from '../../../../src-main/brake/drivers/file-drop.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, fileDropTemplate } from '../../../fixtures/dnc.ts'

const folder = process.argv[2] ?? ''
const driver = createFileDrop({ folder, template: fileDropTemplate(), clock: systemClock })
try {
  await driver.upload(aProgram(14), new AbortController().signal)
  process.stdout.write('uploaded\n')
} catch (error) {
  process.stdout.write(error instanceof BrakeError ? `${error.code} ${error.message}\n` : `${String(error)}\n`)
}
process.stdout.write(`${readdirSync(folder).join(' ')}\n`)
