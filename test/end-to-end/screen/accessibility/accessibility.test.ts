// The accessibility of every screen and dialog in Norwegian: target sizes, contrast and axe rules, in light and dark. In English and on each
import { expect, test } from 'vitest'
import { screenFixture } from '../page/screen-fixture.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { openSceneGroup } from '../scenes/all-scenes.ts'

const screens = screenFixture()

// test/long has every group
test.each(['work', 'marks'] as const)(
  'the scenes of the group %s have large enough targets, a contrast of 7:1 and no axe violation',
  async (name) => {
    const group = await openSceneGroup(screens.built(), name)
    screens.closeAfterTest(group)
    expect(await accessibilityFaults(group)).toEqual({})
  },
)
