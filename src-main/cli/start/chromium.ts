// Shows the screen in a window of this computer's Chromium. Searches for the program and starts it.
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

/** Windows installs browsers in these folders, which are not on the PATH. */
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
  /** A separate profile, which shares nothing with the user's browser. */
  profileFolder: string
  /** Chromium has no sandbox under root. */
  isRoot: boolean
  /** The window fills the screen, and only the keyboard can leave it. */
  kiosk: boolean
}

/** A window without an address bar. */
export function openChromium({ program, url, profileFolder, isRoot: root, kiosk }: ChromiumOptions): ChildProcess {
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
