// Runs a technician's command in the packaged app, without a window. The fuses forbid the binary to run as Node, so the command runs in
// the main process.
import { app } from 'electron'
import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { messageOf } from '../../platform/message-of.ts'
import type { SystemKeyStore } from '../../station/keys/index.ts'

/** Ends the program with the exit code of the command. */
export async function runKant(args: string[], systemKeyStore: SystemKeyStore): Promise<void> {
  if (lacksDisplay(process.platform, process.env)) {
    writeSync(process.stderr.fd, `${noDisplay}\n`)
    app.exit(1)
    return
  }
  // Chromium writes a profile, also without a window: not the one of a window that may be open
  const profile = mkdtempSync(join(tmpdir(), 'kant-command-'))
  app.setPath('userData', profile)
  let exitCode = 1
  try {
    await app.whenReady()
    const { runCommand } = await import('../../cli/commands/index.ts')
    exitCode = await runCommand(args, { systemKeyStore })
  } catch (error) {
    console.error(messageOf(error))
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  app.exit(exitCode)
}

/** Chromium ends the program at once where it has no display. */
const lacksDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && (env['DISPLAY'] ?? '') === '' && (env['WAYLAND_DISPLAY'] ?? '') === ''

const noDisplay =
  'The program needs a display, also for a command. Write DISPLAY=:0 before the line to use the screen of this computer, or xvfb-run.'
