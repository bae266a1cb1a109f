// Moves the focus in a list of which only the visible rows are in the page: arrow keys, Home, End and the page keys.
import { useEffect, useRef, useState } from 'react'

export interface LineKeysOptions {
  scroller: React.RefObject<HTMLElement | null>
  count: number
  /** Whether the row can be pressed; other rows are skipped. */
  isLine: (index: number) => boolean
  perPage: () => number
  scrollTo: (index: number) => void
  /** The row to return to; -1: none. */
  initialIndex: number
}

export interface LineKeys {
  /** The one row in the tab order. */
  tabStop: number
  onKeyDown: (event: React.KeyboardEvent) => void
  onFocused: (index: number) => void
}

export function useLineKeys({ scroller, count, isLine, perPage, scrollTo, initialIndex }: LineKeysOptions): LineKeys {
  const [focusedIndex, setFocusedIndex] = useState(Math.max(0, initialIndex))
  // a row can be focused only when it is in the page
  const pendingFocus = useRef<number | null>(null)
  useEffect(() => {
    if (pendingFocus.current === null) return
    const line = scroller.current?.querySelector<HTMLElement>(`[data-index="${pendingFocus.current}"] button`)
    if (line === null || line === undefined) return
    pendingFocus.current = null
    line.focus({ preventScroll: true })
  })
  const tabStop = nearest(Math.min(focusedIndex, count - 1), 1, count, isLine) ?? 0
  return {
    tabStop,
    onFocused: setFocusedIndex,
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = stepped(event.key, pendingFocus.current ?? tabStop, { count, isLine, perPage: perPage() })
      if (next === null) return
      event.preventDefault()
      event.stopPropagation()
      pendingFocus.current = next
      setFocusedIndex(next)
      scrollTo(next)
    },
  }
}

type Steps = Pick<LineKeysOptions, 'count' | 'isLine'> & { perPage: number }

function stepped(key: string, current: number, { count, isLine, perPage }: Steps): number | null {
  switch (key) {
    case 'ArrowDown':
      return nearest(current + 1, 1, count, isLine)
    case 'ArrowUp':
      return nearest(current - 1, -1, count, isLine)
    case 'PageDown':
      return nearest(Math.min(current + perPage, count - 1), -1, count, isLine)
    case 'PageUp':
      return nearest(Math.max(current - perPage, 0), 1, count, isLine)
    case 'Home':
      return nearest(0, 1, count, isLine)
    case 'End':
      return nearest(count - 1, -1, count, isLine)
    default:
      return null
  }
}

/** The first row from there on; null: none in this direction. */
function nearest(from: number, step: 1 | -1, count: number, isLine: (index: number) => boolean): number | null {
  for (let index = from; index >= 0 && index < count; index += step) if (isLine(index)) return index
  return null
}
