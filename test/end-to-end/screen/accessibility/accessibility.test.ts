// What every screen and dialog owes a hand, an eye and a screen reader, in light and dark. In English and on a small screen:
// test/long/accessibility.test.ts.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildScreen, closeAll, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'
import { lacksOfRoom } from './accessibility-faults.ts'
import { openRoom, roomNames } from '../scenes/all-scenes.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

test.each(roomNames)(
  'the %s is large enough, 7:1 and without a violation of axe',
  { timeout: 240_000 },
  async (name) => {
    const room = await openRoom(built, name)
    opened.push(room)
    expect(await lacksOfRoom(room)).toEqual({})
  },
)
