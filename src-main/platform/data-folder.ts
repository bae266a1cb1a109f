// The folder of a user's data: local to this computer, never roaming or synced. Makes that folder and reads its rights.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import process from 'node:process'

export interface DataFolderOptions {
  /** The value of `--data`; null: the default folder. */
  given: string | null
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/** `%LOCALAPPDATA%\Kant` on Windows, else `$XDG_DATA_HOME/kant` (an absolute one) or `~/.local/share/kant`. */
export function dataFolderPath({ given, platform, env, home }: DataFolderOptions): string {
  if (given !== null) return resolve(given)
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Kant')
  const dataHome = env['XDG_DATA_HOME']
  return join(dataHome !== undefined && isAbsolute(dataHome) ? dataHome : join(home, '.local', 'share'), 'kant')
}

/** Makes the folder, with rights for its user only. An existing folder stays as it is. */
export function makeDataFolder(options: DataFolderOptions): string {
  const folder = dataFolderPath(options)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

const othersRead = 0o044
const othersEnter = 0o011

/** Whether other users of this computer can read the folder. False on Windows, where a folder does not have such bits. */
export function isReadableByOthers(folder: string): boolean {
  if (process.platform === 'win32') return false
  try {
    return (statSync(folder).mode & othersRead) !== 0 && canOthersEnter(resolve(folder))
  } catch {
    return false
  }
}

function canOthersEnter(path: string): boolean {
  if ((statSync(path).mode & othersEnter) === 0) return false
  const above = dirname(path)
  return above === path || canOthersEnter(above)
}
