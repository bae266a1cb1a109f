// What a frame of moving the largest unfolding costs in script: the browser's own count of it while a finger draws it about, and that
// React renders nothing meanwhile, as it tells its own developer tools: no node of the page changes but the one that is moved.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import * as z from 'zod'
import { heldStation, today } from '../../end-to-end/screen/held-station.ts'
import { openScreen } from '../../end-to-end/screen/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { countRenders, rendersOf } from './renders.ts'

const moves = 300
const promisedMs = 6
/** A sheet of which nothing has come for so long is there whole. */
const quietMs = 1_500
/** What tells an age on the screen, and the workshop's files, go on meanwhile, on a busy machine some ten times; frames are hundreds. */
const mostOfClocks = moves / 10

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

export async function panRow(browser: Browser, { root }: Bench): Promise<Row> {
  const station = heldStation()
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
  const renders = () => rendersOf(page)
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/#/sheet/${today}/${largest}`)
  await page.locator('.scene').nth(1).waitFor()
  const room = page.locator('.drawing-room').nth(1)
  const box = await room.boundingBox()
  if (box === null) throw new Error('the unfolding is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, -900)
  await page.evaluate(`
    globalThis.kantChanged = 0
    new MutationObserver((changes) => {
      for (const { type, attributeName, target } of changes)
        if (!(type === 'attributes' && attributeName === 'transform' && target.localName === 'g')) globalThis.kantChanged += 1
    }).observe(document.querySelector('.sheet'), { subtree: true, childList: true, attributes: true, characterData: true })
  `)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const scriptMs = async (): Promise<number> => {
    const found = metrics.parse(await session.send('Performance.getMetrics'))
    return 1_000 * (found.metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
  }
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2)
  // what of the sheet comes late is no answer to a finger
  let rendersAtFirst = 0
  for (let now = await renders(); now > rendersAtFirst; now = await renders()) {
    rendersAtFirst = now
    await page.waitForTimeout(quietMs)
  }
  if (rendersAtFirst === 0) throw new Error('React tells of no render')
  const before = await scriptMs()
  for (let move = 0; move < moves; move += 1) {
    const turn = (move / 30) * Math.PI
    await page.mouse.move(box.x + box.width / 2 + 60 * Math.cos(turn), box.y + box.height / 2 + 40 * Math.sin(turn))
  }
  const perFrame = ((await scriptMs()) - before) / moves
  const rendered = (await renders()) - rendersAtFirst
  const changed = await page.evaluate('globalThis.kantChanged')
  await page.mouse.up()
  await closeScreen()
  return {
    what: `a frame of moving the largest unfolding about, enlarged (mean of ${moves})`,
    measured: `${perFrame.toFixed(2)} ms of script; ${rendered} renders of React and ${String(changed)} changes of the page besides the drawing's own place, in all of them`,
    promised: `${promisedMs} ms, no render for a frame and no change`,
    holds: perFrame <= promisedMs && rendered <= mostOfClocks && changed === 0,
  }
}
