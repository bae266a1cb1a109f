// The tool calls of the fake station, by the station's own handlers over a new folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { CallName } from '../../../../shared/station-api/index.ts'
import { createToolHandlers, type ToolHandlers } from '../../../../src-main/station/workshop-files/index.ts'

export function fakeTools(admit: (name: CallName) => void): ToolHandlers {
  let opened: ToolHandlers | null = null
  // most tests call no tool: the folder is made at the first call
  const handlers = (): ToolHandlers => (opened ??= openHandlers())
  return {
    'tools.read': (input, screen) => {
      admit('tools.read')
      return handlers()['tools.read'](input, screen)
    },
    'tools.read_outline': (input, screen) => {
      admit('tools.read_outline')
      return handlers()['tools.read_outline'](input, screen)
    },
    'tools.set_outline': (input, screen) => {
      admit('tools.set_outline')
      return handlers()['tools.set_outline'](input, screen)
    },
    'tools.set_machine_outline': (input, screen) => {
      admit('tools.set_machine_outline')
      return handlers()['tools.set_machine_outline'](input, screen)
    },
  }
}

function openHandlers(): ToolHandlers {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kant-tools-'))
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const resources = join(import.meta.dirname, '../../../../resources')
  return createToolHandlers({ dataFolder, resources, workshopChanged: () => undefined })
}
