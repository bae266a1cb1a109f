// The tools on the set-up screen: their outlines, what is wrong with them, and an outline that is imported from a DXF drawing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dxfText, line, millimetres, punchEntities } from '../../../unit/workshop-files/dxf-drawings.ts'
import { buildScreen, type BuiltScreen } from '../../../end-to-end/screen/page/open-screen.ts'
import { openSetUpFixture, type SetUpFixture } from '../../../end-to-end/screen/set-up/open-set-up.ts'

let built: BuiltScreen
let fixture: SetUpFixture
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(() => {
  fixture = openSetUpFixture(built)
})
afterEach(() => fixture.close())

const asFile = (name: string, text: string) => ({ name, mimeType: 'application/dxf', buffer: Buffer.from(text) })

test('each tool is drawn with its figures, and an outline is imported from a drawing', async () => {
  const page = await fixture.open('#/setup/tools', { language: 'en' })
  const tool = page.getByRole('listitem', { name: 'straight-88', exact: true })
  await tool.getByRole('img', { name: 'Outline of straight-88' }).waitFor()
  const press = page.getByRole('listitem', { name: 'Kantpresse 1', exact: true })
  expect(await press.getByRole('img').count()).toBe(3)
  await press.getByRole('img', { name: 'Kantpresse 1: the tool holder, the table, the apron' }).waitFor()
  await tool.getByRole('button', { name: 'Import the outline of straight-88' }).click()
  const dialog = page.getByRole('dialog')

  await dialog
    .getByLabel('DXF drawing')
    .setInputFiles(asFile('open.dxf', dxfText([line(0, 0, 50, 0), line(50, 9, 0, 90)])))
  await dialog.getByText('line(s) are open').waitFor()

  const square = [line(0, 0, 30, 0), line(30, 0, 30, 30), line(30, 30, 0, 30), line(0, 30, 0, 0)]
  await dialog
    .getByLabel('DXF drawing')
    .setInputFiles(asFile('punch.dxf', dxfText([...punchEntities(), ...square], millimetres)))
  await dialog.getByRole('button', { name: 'Outline 2, layer 0' }).click()
  await dialog.getByText('Tip radius').waitFor()
  await dialog.getByRole('button', { name: 'Outline 1, layer 0' }).click()
  await dialog.getByText('differs').first().waitFor()
  // four turns show the drawing as before
  const turn = dialog.getByRole('button', { name: 'Rotate by 90°' })
  await turn.click({ clickCount: 4 })
  await dialog.getByText('Use the figures of the outline').click()
  await dialog.getByRole('button', { name: 'Save the outline' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => tool.getByRole('row', { name: /Tip radius/ }).textContent()).toMatch(/Tip radius1/)
  await page.getByText('workshop/tools.json').waitFor()
})
