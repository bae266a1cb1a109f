// The accessibility of the sheet and of its question about initials in Norwegian: target sizes, contrast and axe rules, in light and dark.
// test/long has every screen and dialog, in both languages and on each panel.
import { expect, test } from 'vitest'
import { screenFixture } from '../page/screen-fixture.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { openSceneGroup } from '../scenes/all-scenes.ts'

const screens = screenFixture()

test('the scenes about initials have large enough targets, a contrast of 7:1 and no axe violation', async () => {
  const group = await openSceneGroup(screens.built(), 'initials')
  screens.closeAfterTest(group)
  expect(await accessibilityFaults(group)).toEqual({})
})
