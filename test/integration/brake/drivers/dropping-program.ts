// A program of its own that drops one file into a folder and prints what became of it, for disks that only it sees.
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
  process.stdout.write('dropped\n')
} catch (error) {
  process.stdout.write(error instanceof BrakeError ? `${error.code} ${error.message}\n` : `${String(error)}\n`)
}
process.stdout.write(`${readdirSync(folder).join(' ')}\n`)
