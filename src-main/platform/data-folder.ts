// The folder of a user's data: local to this computer, never roaming or synced. Makes that folder.
import { mkdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

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
