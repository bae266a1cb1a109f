// The accessibility of every screen and dialog: target sizes, contrast and axe rules, in both languages, on each panel size, in light and dark.
import { describe, expect, test } from 'vitest'
import { accessibilityFaults } from '../../end-to-end/screen/accessibility/accessibility-faults.ts'
import { openSceneGroup, sceneGroupNames } from '../../end-to-end/screen/scenes/all-scenes.ts'
import { panels } from '../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'

const screens = screenFixture()

describe.each(['nb', 'en'] as const)('in %s', (language) => {
  test.each(sceneGroupNames)(
    'the %s has large enough targets, a contrast of 7:1 and no axe violation',
    async (name) => {
      const group = await openSceneGroup(screens.built(), name, { ...panels[0], language })
      screens.closeAfterTest(group)
      // colours and roles are the same in both languages and in every size, and the largest size shows every text; the sizes of the
      // targets follow from the texts
      const wholeIn = language === 'nb' ? [panels[0]] : []
      expect(await accessibilityFaults(group, panels, wholeIn)).toEqual({})
    },
  )
})
