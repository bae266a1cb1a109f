// Receives the scanner's keys before any field or button of the page. A scan never reaches the focused element.
import { useEffect } from 'react'
import { defaultScanner, type ScannerSettings } from '../../shared/station-api/index.ts'
import { snapshotField, fieldOf, restoreField, type FieldSnapshot } from './text-field.ts'
import { Scanner, nextKeyTimeoutMs, scanEndPauseMs } from './scanner.ts'

/** `incomplete`: a scan began and did not end. */
export type Scan = { kind: 'whole'; text: string } | { kind: 'incomplete' }

/**
 * `settings`: undefined until the station has answered; the default settings apply until then, so that a scan right after the start is
 * recognised. `onScan` must be the same function between renders.
 */
export function useScanner(settings: ScannerSettings | undefined, onScan: (scan: Scan) => void): void {
  // compared by value: a scan that is being typed continues when the answer has the default settings
  const { prefix, suffix } = settings ?? defaultScanner
  useEffect(() => {
    const scanner = new Scanner({ prefix, suffix })
    const suppressedKeys = new Set<string>()
    let snapshot: FieldSnapshot | null = null
    let lastScanKeyAtMs = Infinity
    let timer: number | undefined

    const returnText = (typed: string): void => {
      if (snapshot === null) return
      restoreField(snapshot, typed)
      snapshot = snapshotField(snapshot.field)
    }
    const onPause = (): void => {
      lastScanKeyAtMs = Infinity
      const ended = scanner.handlePause()
      if (ended.kind === 'released') returnText(ended.text)
      if (ended.kind === 'scanned') onScan({ kind: 'whole', text: ended.text })
      if (ended.kind === 'incomplete') onScan({ kind: 'incomplete' })
      if (ended.kind !== 'released') snapshot = null
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing) return
      const field = fieldOf(event.target)
      // a busy page may receive the next key before the timer fires
      if (event.timeStamp - lastScanKeyAtMs > scanEndPauseMs) onPause()
      const result = scanner.handleKey({
        key: event.key,
        atMs: event.timeStamp,
        isRepeat: event.repeat,
        isCommand: event.ctrlKey || event.altKey || event.metaKey,
        isInField: field !== null,
      })
      window.clearTimeout(timer)
      lastScanKeyAtMs = Infinity
      if (result.kind === 'passed') {
        if (result.mayBeginScan) snapshot = field === null ? null : snapshotField(field)
        return
      }
      if (result.kind === 'released') return returnText(result.text)
      event.preventDefault()
      event.stopImmediatePropagation()
      suppressedKeys.add(event.code)
      if (result.kind === 'scanned') {
        snapshot = null
        onScan({ kind: 'whole', text: result.text })
        return
      }
      if (result.restoreField && snapshot !== null) restoreField(snapshot)
      lastScanKeyAtMs = event.timeStamp
      timer = window.setTimeout(onPause, nextKeyTimeoutMs(performance.now(), event.timeStamp))
    }
    // a button reacts to the key-up event
    const onKeyUp = (event: KeyboardEvent): void => {
      if (!suppressedKeys.delete(event.code)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('keyup', onKeyUp, { capture: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('keyup', onKeyUp, { capture: true })
    }
  }, [prefix, suffix, onScan])
}
