// The group 'screen', on the built page in a real Chromium.
import { launchChromium, wholeChromium } from '../../chromium.ts'
import type { Bench, Row } from '../run.ts'
import { foldRow } from './fold-frames.ts'
import { panRow } from './pan.ts'
import { planRow } from './plan-screen.ts'
import { startRow } from './start.ts'
import { swipeRow } from './swipes.ts'
import { tapRow } from './taps.ts'

export async function screenRows(bench: Bench): Promise<Row[]> {
  const browser = await launchChromium(wholeChromium())
  try {
    return [
      await startRow(bench),
      await tapRow(browser, bench),
      await panRow(browser, bench),
      await planRow(browser, bench),
      await swipeRow(browser, bench),
      await foldRow(browser, bench),
    ]
  } finally {
    await browser.close()
  }
}
