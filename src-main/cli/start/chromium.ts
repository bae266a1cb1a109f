// A Chromium of this computer as the screen's window. May look for the program and start it.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
]

/** Where Windows keeps them: they are not on the PATH there. */
const windowsPaths = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
]

type Environment = Readonly<Record<string, string | undefined>>

/** The program's path; null: this computer has none. */
export function findChromium(platform: NodeJS.Platform, env: Environment): string | null {
  const candidates =
    platform === 'win32'
      ? ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((base) =>
          windowsPaths.map((path) => join(env[base] ?? '', ...path)),
        )
      : (env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find((candidate) => existsSync(candidate)) ?? null
}

export interface ChromiumOptions {
  program: string
  url: string
  /** A profile of its own, so that nothing of the user's browser is in this window, nor the window in theirs. */
  profileFolder: string
  /** Chromium has no sandbox under root. */
  root: boolean
  /** The whole screen, without a way out but the keyboard's. */
  kiosk: boolean
}

/** A window without an address bar. */
export function openChromium({ program, url, profileFolder, root, kiosk }: ChromiumOptions): ChildProcess {
  return spawn(
    program,
    [
      `--app=${url}`,
      `--user-data-dir=${profileFolder}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(root ? ['--no-sandbox'] : []),
      ...(kiosk ? ['--kiosk'] : []),
    ],
    { stdio: 'ignore' },
  )
}
