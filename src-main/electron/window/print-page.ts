// Prints the window's page: with the system's dialog, or in a kiosk without one. A dialog shows printers, files and folders of the whole
// computer.
import type { WebContents } from 'electron'
import type { CallOut } from '../../../shared/station-api/index.ts'

export type PrintAnswer = CallOut<'shell.print'>

/** Never rejects. Without a dialog it prints on the system's default printer. */
export function printPage(contents: Pick<WebContents, 'print'>, isKiosk: boolean): Promise<PrintAnswer> {
  return new Promise((resolve) => {
    contents.print({ silent: isKiosk, printBackground: true }, (isDone, reason) => {
      if (isDone) resolve({ answer: 'printed' })
      else if (reason === 'cancelled' || reason === 'Print job canceled') resolve({ answer: 'cancelled' })
      else resolve({ answer: 'failed', reason: reason.slice(0, 1_000) })
    })
  })
}
