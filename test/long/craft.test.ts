// What every screen and dialog owes a hand, an eye and a screen reader, in both languages, on each size of a panel, in light and dark.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lacksOfRoom } from '../end-to-end/screen/craft/lacks.ts'
import { openRoom, roomNames } from '../end-to-end/screen/craft/scenes.ts'
import { buildScreen, closeAll, panels, type BuiltScreen, type OpenScreen } from '../end-to-end/screen/open-screen.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

// a browser on a busy machine may keep a test waiting; what fails twice fails
describe.each(panels)('on $width × $height', { retry: 1 }, (size) => {
  describe.each(['nb', 'en'] as const)('in %s', (language) => {
    test.each(roomNames)('the %s is large enough, 7:1 and without a violation of axe', async (name) => {
      const room = await openRoom(built, name, { ...size, language })
      opened.push(room)
      expect(await lacksOfRoom(room)).toEqual({})
    })
  })
})
