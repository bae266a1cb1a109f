// The arguments of the command `kant` in the command line of the packaged app: the same program opens the window without them. Pure.

/** The technician's commands. `--station` runs the station without a window. */
const commands: ReadonlySet<string> = new Set([
  'connect',
  'status',
  'tables',
  'settings',
  'outbox',
  'brake',
  'ports',
  'support',
  'backup',
  'restore',
  'help',
])

/** Switches of Electron that are not the command's. */
const ofElectron = /^--(?:no-sandbox|headless|disable-gpu|ozone-platform)(?:=|$)/

/** The arguments after the program; null: the window is to be opened. */
export function kantArguments(args: readonly string[]): string[] | null {
  const kantArgs = args.filter((arg) => !ofElectron.test(arg))
  if (kantArgs.includes('--station') || kantArgs.includes('--help'))
    return kantArgs.map((arg) => (arg === '--help' ? 'help' : arg))
  // the value of `--data FOLDER` is not a command
  const [command] = kantArgs.filter((arg, index) => !arg.startsWith('--') && kantArgs[index - 1] !== '--data')
  return command !== undefined && commands.has(command) ? kantArgs : null
}
