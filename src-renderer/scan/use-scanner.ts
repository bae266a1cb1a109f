// Listens to the scanner before any field or button of the page does. A scan never reaches what happens to be in focus.
import { useEffect } from 'react'
import type { ScannerSettings } from '../../shared/station-api/index.ts'
import { fieldBefore, fieldOf, putBack, type FieldBefore } from './field.ts'
import { createScanner, overAfterMs } from './scanner.ts'

/** `half`: a scan began and never ended. */
export type Scan = { is: 'whole'; text: string } | { is: 'half' }

/** `onScan`: keep it steady between renders. */
export function useScanner(settings: ScannerSettings | undefined, onScan: (scan: Scan) => void): void {
  useEffect(() => {
    if (settings === undefined) return
    const scanner = createScanner(settings)
    const held = new Set<string>()
    let before: FieldBefore | null = null
    let heldAt = Infinity
    let timer: number | undefined

    const giveBack = (typed: string): void => {
      if (before === null) return
      putBack(before, typed)
      before = fieldBefore(before.field)
    }
    const pause = (): void => {
      heldAt = Infinity
      const ended = scanner.paused()
      if (ended.is === 'given_back') giveBack(ended.text)
      if (ended.is === 'scanned') onScan({ is: 'whole', text: ended.text })
      if (ended.is === 'half') onScan({ is: 'half' })
      if (ended.is !== 'given_back') before = null
    }
    const keyDown = (event: KeyboardEvent): void => {
      if (event.isComposing) return
      const field = fieldOf(event.target)
      // a busy page may hear of the next key before it hears that time is over
      if (event.timeStamp - heldAt > overAfterMs) pause()
      const heard = scanner.hear({
        key: event.key,
        atMs: event.timeStamp,
        isRepeat: event.repeat,
        isCommand: event.ctrlKey || event.altKey || event.metaKey,
        inField: field !== null,
      })
      window.clearTimeout(timer)
      heldAt = Infinity
      if (heard.is === 'passed') {
        if (heard.begins) before = field === null ? null : fieldBefore(field)
        return
      }
      if (heard.is === 'given_back') return giveBack(heard.text)
      event.preventDefault()
      event.stopImmediatePropagation()
      held.add(event.code)
      if (heard.is === 'scanned') {
        before = null
        onScan({ is: 'whole', text: heard.text })
        return
      }
      if (heard.takeBack && before !== null) putBack(before)
      heldAt = event.timeStamp
      timer = window.setTimeout(pause, overAfterMs)
    }
    // a button is pressed when its key comes up
    const keyUp = (event: KeyboardEvent): void => {
      if (!held.delete(event.code)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', keyDown, { capture: true })
    window.addEventListener('keyup', keyUp, { capture: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('keydown', keyDown, { capture: true })
      window.removeEventListener('keyup', keyUp, { capture: true })
    }
  }, [settings, onScan])
}
