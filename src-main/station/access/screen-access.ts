// The screens' locks and language, and the state of the window around them. Opens the PINs and the screen settings in the data folder.
import type { BrakeView, Push, ShellView, Station } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { openScreenSettings, type ScreenSettingsFile } from '../settings/index.ts'
import { Locks } from './locks.ts'
import { openPins, type Pins } from './pins.ts'

export interface ScreenAccessParts {
  dataFolder: string
  clock: Clock
  brake: () => Pick<BrakeView, 'upload' | 'loaded' | 'state'>
  /** True while a mark is held or is being sent. */
  marksMoving: () => boolean
  notify: (push: Push) => void
  onError: (error: unknown) => void
}

export interface ScreenAccess {
  pins: Pins
  locks: Locks
  screen: ScreenSettingsFile
  shell: () => ShellView
  /** Notifies the screens if the state of the window has changed. */
  notifyShell: () => void
  handlers: Pick<Station['handlers'], 'language.choose'>
}

export function openScreenAccess(parts: ScreenAccessParts): ScreenAccess {
  const { dataFolder, clock, brake, marksMoving, notify, onError } = parts
  const pins = openPins(dataFolder)
  const locks = new Locks({ pins, clock, onError })
  const screen = openScreenSettings(dataFolder, onError)
  const shell = (): ShellView => {
    const { upload, loaded } = brake()
    const isBrakeBusy = upload !== null || (loaded !== null && !loaded.isComplete)
    const { kiosk, language } = screen.now()
    return { kiosk, language, awake: isBrakeBusy, idle: !isBrakeBusy && !marksMoving() }
  }
  let lastContent = ''
  const notifyShell = (): void => {
    const data = shell()
    const content = JSON.stringify(data)
    if (content === lastContent) return
    lastContent = content
    notify({ name: 'shell', data })
  }
  return {
    pins,
    locks,
    screen,
    shell,
    notifyShell,
    handlers: {
      'language.choose': ({ language }) => {
        screen.change({ language })
        notifyShell()
        return {}
      },
    },
  }
}
