// What stands between the station and whoever is at its screens: their locks, the language, and what the window around them is
// told. Opens the PINs and the screens' settings of the folder.
import type { BrakeView, Push, ShellView, Station } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { createLocks, type Locks } from './locks.ts'
import { openPins, type Pins } from './pins.ts'
import { openScreenSettings, type ScreenSettingsFile } from './screen-settings.ts'

export interface FrontDeskParts {
  dataFolder: string
  clock: Clock
  brake: () => Pick<BrakeView, 'upload' | 'loaded' | 'state'>
  /** Marks that are held, or on their way at this moment. */
  marksMoving: () => boolean
  tell: (push: Push) => void
  onFault: (fault: unknown) => void
}

export interface FrontDesk {
  pins: Pins
  locks: Locks
  screen: ScreenSettingsFile
  shell: () => ShellView
  /** Something of it may have changed: told where it did. */
  noticeShell: () => void
  handlers: Pick<Station['handlers'], 'language.choose'>
}

export function openFrontDesk({ dataFolder, clock, brake, marksMoving, tell, onFault }: FrontDeskParts): FrontDesk {
  const pins = openPins(dataFolder)
  const locks = createLocks({ pins, clock, onFault })
  const screen = openScreenSettings(dataFolder, onFault)
  const shell = (): ShellView => {
    const { upload, loaded } = brake()
    const atWork = upload !== null || (loaded !== null && !loaded.complete)
    const { kiosk, language } = screen.now()
    return { kiosk, language, awake: atWork, idle: !atWork && !marksMoving() }
  }
  let told = ''
  const noticeShell = (): void => {
    const now = shell()
    const text = JSON.stringify(now)
    if (text === told) return
    told = text
    tell({ name: 'shell', data: now })
  }
  return {
    pins,
    locks,
    screen,
    shell,
    noticeShell,
    handlers: {
      'language.choose': ({ language }) => {
        screen.change({ language })
        noticeShell()
        return {}
      },
    },
  }
}
