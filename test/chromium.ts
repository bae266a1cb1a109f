// A real Chromium for tests and benches: headless, with a new profile, and no traffic of its own.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../src-main/cli/start/chromium.ts'

/** Chromium's engine without the windows of the browser around it: a page takes a third of the processor time. */
function findHeadlessShell(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, 'chromium-headless-shell')).find((path) => existsSync(path)) ?? null
}

/** Only ends a page that hangs: a busy computer may need minutes to open one. */
export const busyMs = 300_000

/** The Chromium that `npm start` opens. */
export const wholeChromium = (): string | null => findChromium(process.platform, process.env)

/** For pages that live for seconds: compiling their scripts to fast machine code takes more time than it saves. */
export const shortPages = ['--js-flags=--no-opt --no-maglev'] as const

/** Rejects if this machine has no Chromium. */
export function launchChromium(
  executablePath = findHeadlessShell() ?? wholeChromium(),
  more: readonly string[] = [],
): Promise<Browser> {
  if (executablePath === null) throw new Error('there is no Chromium on this machine')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}
