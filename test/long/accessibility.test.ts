// The accessibility of every screen and dialog: target sizes, contrast and axe rules, in both languages, on each panel size, in light and dark.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lacksOfRoom } from '../end-to-end/screen/accessibility/accessibility-faults.ts'
import { openRoom, roomNames } from '../end-to-end/screen/scenes/all-scenes.ts'
import {
  buildScreen,
  closeAll,
  panels,
  type BuiltScreen,
  type OpenScreen,
} from '../end-to-end/screen/page/open-screen.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

// a browser on a busy machine may be slow; a test that fails twice fails
describe.each(panels)('on $width × $height', { retry: 1 }, (size) => {
  describe.each(['nb', 'en'] as const)('in %s', (language) => {
    test.each(roomNames)('the %s has large enough targets, a contrast of 7:1 and no axe violation', async (name) => {
      const room = await openRoom(built, name, { ...size, language })
      opened.push(room)
      expect(await lacksOfRoom(room)).toEqual({})
    })
  })
})
