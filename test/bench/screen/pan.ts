// The script time per frame while a pointer drags the largest flat pattern, as the browser measures it. React must not render
// meanwhile, and no node of the page may change except the one that moves.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { fakeStation, today } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { openScreen } from '../../end-to-end/screen/page/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { countRenders, readRenders } from './renders.ts'
import { openScriptTimer } from './script-time.ts'

const moves = 300
const limitMs = 6
/** A sheet is complete if React does not render for this time. */
const quietMs = 1_500
/** Renders that the drag does not cause: times on the screen and the workshop's files update, about ten times on a busy machine. */
const maxOtherRenders = moves / 10

export async function panRow(browser: Browser, { root }: Bench): Promise<Row> {
  const station = fakeStation()
  const lineCount = (id: string): number => station.sheets.get(id)?.sheet?.unfolding.bendLines.length ?? 0
  const largest = [...station.sheets.keys()].toSorted((one, other) => lineCount(other) - lineCount(one))[0]
  if (largest === undefined) throw new Error('the sandbox has no sheet')
  const {
    page,
    shell,
    close: closeScreen,
  } = await openScreen({ browser, pageFolder: join(root, 'out/renderer') }, station, {
    before: countRenders,
  })
  const renders = () => readRenders(page)
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/#/sheet/${today}/${largest}`)
  // one drawing is shown at a time
  await page.getByRole('button', { name: 'Utbretting', exact: true }).click()
  await page.getByRole('img', { name: /^Utbretting, / }).waitFor()
  const viewport = page.locator('.drawing-viewport').first()
  const box = await viewport.boundingBox()
  if (box === null) throw new Error('the flat pattern is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, -900)
  await page.evaluate(`
    globalThis.kantChanged = 0
    new MutationObserver((changes) => {
      for (const { type, attributeName, target } of changes)
        if (!(type === 'attributes' && attributeName === 'transform' && target.localName === 'g')) globalThis.kantChanged += 1
    }).observe(document.querySelector('.sheet'), { subtree: true, childList: true, attributes: true, characterData: true })
  `)
  const scriptMs = await openScriptTimer(page)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2)
  // waits until the sheet is complete, because its late parts are not effects of the drag
  let rendersAtFirst = 0
  for (let now = await renders(); now > rendersAtFirst; now = await renders()) {
    rendersAtFirst = now
    await page.waitForTimeout(quietMs)
  }
  if (rendersAtFirst === 0) throw new Error('React reported no render')
  const before = await scriptMs()
  for (let move = 0; move < moves; move += 1) {
    const turn = (move / 30) * Math.PI
    await page.mouse.move(box.x + box.width / 2 + 60 * Math.cos(turn), box.y + box.height / 2 + 40 * Math.sin(turn))
  }
  const perFrame = ((await scriptMs()) - before) / moves
  const rendered = (await renders()) - rendersAtFirst
  const changedCount = await page.evaluate('globalThis.kantChanged')
  await page.mouse.up()
  await closeScreen()
  return {
    name: `script time per frame while the enlarged largest flat pattern is dragged (mean of ${moves})`,
    measured: `${perFrame.toFixed(2)} ms; ${rendered} renders and ${String(changedCount)} changes of other nodes in all frames`,
    limit: `at most ${limitMs} ms, no render per frame and no other change`,
    passes: perFrame <= limitMs && rendered <= maxOtherRenders && changedCount === 0,
  }
}
