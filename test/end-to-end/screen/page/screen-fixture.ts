// Builds the page once for a test file, and closes after each test what the test has opened.
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Station } from '../../../../shared/station-api/index.ts'
import { buildScreen, closeAll, openScreen, type BuiltScreen, type OpenScreen, type ScreenLook } from './open-screen.ts'

export interface ScreenFixture {
  /** Valid within tests and hooks. */
  built: () => BuiltScreen
  open: (station: Station, look?: ScreenLook) => Promise<OpenScreen>
  /** Closes the screen after the test; the test fails if its page has reported an error. */
  closeAfterTest: (screen: OpenScreen) => void
}

/** Registers hooks. Call it at the top level of a test file. */
export function screenFixture(): ScreenFixture {
  const opened: OpenScreen[] = []
  let built: BuiltScreen
  beforeAll(async () => {
    built = await buildScreen()
  })
  afterAll(() => built.close())
  afterEach(() => closeAll(opened))
  return {
    built: () => built,
    open: async (station, look) => {
      const screen = await openScreen(built, station, look)
      opened.push(screen)
      return screen
    },
    closeAfterTest: (screen) => void opened.push(screen),
  }
}
