// A real Chromium for tests and benches: headless, with a new profile, and no traffic of its own.
import process from 'node:process'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../src-main/cli/start/chromium.ts'

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium(process.platform, process.env)
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
    ],
  })
}
