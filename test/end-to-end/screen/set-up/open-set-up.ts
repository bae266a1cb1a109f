// A fake station with real locks and PINs, and its screens in the set-up area.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { Locks } from '../../../../src-main/station/access/locks.ts'
import { openPins, type Pins } from '../../../../src-main/station/access/pins.ts'
import { fakeStation, type FakeStation } from '../fake-station/fake-station.ts'
import { closeAll, openScreen, type BuiltScreen, type OpenScreen, type ScreenLook } from '../page/open-screen.ts'

export interface SetUpFixture {
  station: FakeStation
  pins: Pins
  locks: Locks
  /** Opens a page at a fragment such as '#/setup/brake'. */
  open: (fragment: string, look?: ScreenLook) => Promise<OpenScreen['page']>
  close: () => Promise<void>
}

export function openSetUpFixture(built: BuiltScreen): SetUpFixture {
  const folder = mkdtempSync(join(tmpdir(), 'kant-set-up-'))
  const pins = openPins(folder)
  const locks = new Locks({ pins, clock: systemClock, onError: () => undefined })
  const station = fakeStation()
  station.admit = locks.admit.bind(locks)
  const opened: OpenScreen[] = []
  return {
    station,
    pins,
    locks,
    open: async (fragment, look = {}) => {
      const screen = await openScreen(built, station, look)
      opened.push(screen)
      await screen.page.getByRole('navigation').first().waitFor()
      await screen.page.evaluate(`location.hash = '${fragment}'`)
      return screen.page
    },
    close: async () => {
      await closeAll(opened)
      locks.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
