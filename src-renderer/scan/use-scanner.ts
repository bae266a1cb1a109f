// Receives the scanner's keys before any field or button of the page. A scan never reaches the focused element.
import { useEffect } from 'react'
import type { ScannerSettings } from '../../shared/station-api/index.ts'
import { snapshotField, fieldOf, restoreField, type FieldSnapshot } from './text-field.ts'
import { createScanner, overAfterMs } from './scanner.ts'

/** `half`: a scan began and did not end. */
export type Scan = { is: 'whole'; text: string } | { is: 'half' }

/** `onScan` must be the same function between renders. */
export function useScanner(settings: ScannerSettings | undefined, onScan: (scan: Scan) => void): void {
  useEffect(() => {
    if (settings === undefined) return
    const scanner = createScanner(settings)
    const held = new Set<string>()
    let before: FieldSnapshot | null = null
    let heldAtMs = Infinity
    let timer: number | undefined

    const giveBack = (typed: string): void => {
      if (before === null) return
      restoreField(before, typed)
      before = snapshotField(before.field)
    }
    const pause = (): void => {
      heldAtMs = Infinity
      const ended = scanner.handlePause()
      if (ended.is === 'given_back') giveBack(ended.text)
      if (ended.is === 'scanned') onScan({ is: 'whole', text: ended.text })
      if (ended.is === 'half') onScan({ is: 'half' })
      if (ended.is !== 'given_back') before = null
    }
    const keyDown = (event: KeyboardEvent): void => {
      if (event.isComposing) return
      const field = fieldOf(event.target)
      // a busy page may receive the next key before the timer fires
      if (event.timeStamp - heldAtMs > overAfterMs) pause()
      const result = scanner.handleKey({
        key: event.key,
        atMs: event.timeStamp,
        isRepeat: event.repeat,
        isCommand: event.ctrlKey || event.altKey || event.metaKey,
        inField: field !== null,
      })
      window.clearTimeout(timer)
      heldAtMs = Infinity
      if (result.is === 'passed') {
        if (result.begins) before = field === null ? null : snapshotField(field)
        return
      }
      if (result.is === 'given_back') return giveBack(result.text)
      event.preventDefault()
      event.stopImmediatePropagation()
      held.add(event.code)
      if (result.is === 'scanned') {
        before = null
        onScan({ is: 'whole', text: result.text })
        return
      }
      if (result.takeBack && before !== null) restoreField(before)
      heldAtMs = event.timeStamp
      timer = window.setTimeout(pause, overAfterMs)
    }
    // a button reacts to the key-up event
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
