import { describe, expect, test } from 'vitest'
import { profileScene, flatPatternScene } from '../../../../shared/drawing/index.ts'
import { fittedScene } from '../../../../src-renderer/sheet/drawings/fitted-scene.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const sheets = sandboxSheets('today', '2026-11-23')
const sizes = [
  { width: 640, height: 190 },
  { width: 915, height: 280 },
  { width: 1300, height: 460 },
]
const scenes = { profile: profileScene, unfolding: flatPatternScene }

// the sheets are divided among the sizes
describe.each(Object.entries(scenes))('the %s of every sheet of the sandbox', (_, scene) => {
  test.each(sizes)('stays within $width × $height px', (size) => {
    for (const sheet of sheets.filter((_sheet, index) => index % sizes.length === sizes.indexOf(size))) {
      const fitted = fittedScene((frame) => scene(sheet, { frame }), size)
      if (!fitted.ok) throw new Error(`${sheet.id}: ${fitted.error.message}`)
      const { box } = fitted.value.scene
      expect((box.maxX - box.minX) * fitted.value.pxPerMm).toBeLessThanOrEqual(size.width + 0.5)
      expect((box.maxY - box.minY) * fitted.value.pxPerMm).toBeLessThanOrEqual(size.height + 0.5)
    }
  })
})

test('a larger viewport never gives a smaller drawing', () => {
  const [small, , large] = sizes
  if (small === undefined || large === undefined) throw new Error('two sizes are compared')
  for (const sheet of sheets) {
    const inSmall = fittedScene((frame) => profileScene(sheet, { frame }), small)
    const inLarge = fittedScene((frame) => profileScene(sheet, { frame }), large)
    if (!inSmall.ok || !inLarge.ok) throw new Error(sheet.id)
    expect(inLarge.value.pxPerMm).toBeGreaterThanOrEqual(inSmall.value.pxPerMm)
  }
})

test('a sheet that cannot be drawn is refused by its field', () => {
  const sheet = sheets[0]
  if (sheet === undefined) throw new Error('the sandbox has a sheet')
  const broken = { ...sheet, profile: { ...sheet.profile, bends: [] } }
  const fitted = fittedScene((frame) => profileScene(broken, { frame }), { width: 900, height: 300 })
  expect(fitted).toMatchObject({ ok: false, error: { field: expect.stringContaining('bends') } })
})
