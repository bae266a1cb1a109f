// A screen on the technician's room, with real locks and real PINs, on a station that the test holds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { createLocks, type Locks } from '../../../../src-main/station/set-up/locks.ts'
import { openPins, type Pins } from '../../../../src-main/station/set-up/pins.ts'
import { heldStation, type HeldStation } from '../fake-station/fake-station.ts'
import { closeAll, openScreen, type BuiltScreen, type OpenScreen, type ScreenLook } from '../page/open-screen.ts'

export interface SetUpRoom {
  station: HeldStation
  pins: Pins
  locks: Locks
  /** A page at that fragment: '#/setup/brake'. */
  open: (at: string, look?: ScreenLook) => Promise<OpenScreen['page']>
  close: () => Promise<void>
}

export function setUpRoom(built: BuiltScreen): SetUpRoom {
  const folder = mkdtempSync(join(tmpdir(), 'kant-set-up-'))
  const pins = openPins(folder)
  const locks = createLocks({ pins, clock: systemClock, onError: () => undefined })
  const station = heldStation()
  station.admit = locks.admit
  const opened: OpenScreen[] = []
  return {
    station,
    pins,
    locks,
    open: async (at, look = {}) => {
      const screen = await openScreen(built, station, look)
      opened.push(screen)
      await screen.page.getByRole('navigation').first().waitFor()
      await screen.page.evaluate(`location.hash = '${at}'`)
      return screen.page
    },
    close: async () => {
      await closeAll(opened)
      locks.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
