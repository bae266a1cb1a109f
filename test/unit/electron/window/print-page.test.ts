// Printing from the desktop window: with the system's dialog, and in a kiosk without one.
import type { WebContents } from 'electron'
import { expect, test } from 'vitest'
import { printPage } from '../../../../src-main/electron/window/print-page.ts'

type Print = WebContents['print']

/** A page whose printing ends as given. `options`: those that it received. */
function page(isDone: boolean, reason = '') {
  const options: Parameters<Print>[0][] = []
  const print: Print = (given, done) => {
    options.push(given)
    done?.(isDone, reason)
  }
  return { print, options }
}

test('a kiosk prints without a dialog, and another window with it', async () => {
  const printed = page(true)
  expect([await printPage(printed, true), await printPage(printed, false)]).toEqual([
    { answer: 'printed' },
    { answer: 'printed' },
  ])
  expect(printed.options).toEqual([
    { silent: true, printBackground: true },
    { silent: false, printBackground: true },
  ])
})

test('a cancelled dialog is not a fault, but a missing printer is one', async () => {
  expect(await printPage(page(false, 'cancelled'), false)).toEqual({ answer: 'cancelled' })
  expect(await printPage(page(false, 'Invalid printer settings'), true)).toEqual({
    answer: 'failed',
    reason: 'Invalid printer settings',
  })
})
