// How the technician's command `kant` is written in a terminal of this computer, for the station of one data folder. Pure, except for
// `thisInstallation`, which reads the running program.
import { homedir } from 'node:os'
import { join, win32 } from 'node:path'
import process from 'node:process'
import { dataFolderPath } from './data-folder.ts'
import { resourcesFolder } from './resources-folder.ts'

/** A copy of the project, or the installed app. */
type Installation =
  | { kind: 'project'; root: string }
  | {
      kind: 'app'
      /** The app's program. */
      program: string
      /** The file of a running AppImage, whose program is at another path at each start; null: it is not an AppImage. */
      appImage: string | null
    }

export interface KantCommandOptions {
  installation: Installation
  platform: NodeJS.Platform
  dataFolder: string
  /** The folder of a command without `--data`. */
  usualDataFolder: string
}

/** The beginning of the line: the command's name and arguments follow it. Names the data folder if it is not the usual one. */
export function kantCommand({ installation, platform, dataFolder, usualDataFolder }: KantCommandOptions): string {
  const quote = platform === 'win32' ? quoteForWindows : quoteForShell
  const program =
    installation.kind === 'project'
      ? `npm --prefix ${quote(installation.root)} run kant --`
      : quote(programFile(installation, platform))
  return dataFolder === usualDataFolder ? program : `${program} --data ${quote(dataFolder)}`
}

/** On Windows a script beside the program waits for it, which a prompt does not. */
function programFile({ program, appImage }: Extract<Installation, { kind: 'app' }>, platform: NodeJS.Platform): string {
  if (platform === 'win32') return win32.join(win32.dirname(program), 'kant.cmd')
  return appImage ?? program
}

const quoteForShell = (text: string): string =>
  /^[\w%+,./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A path of Windows contains no quotation mark. */
const quoteForWindows = (text: string): string => (/^[\w+./:@\\-]+$/.test(text) ? text : `"${text}"`)

/** The beginning of the line of the running program's installation. */
export function kantCommandHere(dataFolder: string): string {
  const { platform, env } = process
  return kantCommand({
    installation: thisInstallation(),
    platform,
    dataFolder,
    usualDataFolder: dataFolderPath({ given: null, platform, env, home: homedir() }),
  })
}

function thisInstallation(): Installation {
  const root = join(resourcesFolder, '..')
  // the packaged app loads its code from an archive
  if (!root.endsWith('.asar')) return { kind: 'project', root }
  return { kind: 'app', program: process.execPath, appImage: process.env['APPIMAGE'] ?? null }
}
