// Puts a notice away once whoever read it goes on: to another room, or by a button that is not the notice's own.
import { useEffect, useEffectEvent } from 'react'

/** `own`: the selector of the notice. Not while `isRead` is false. */
export function useAfterwards(isRead: boolean, own: string, putAway: () => void): void {
  const goes = useEffectEvent(putAway)
  useEffect(() => {
    if (!isRead) return
    // the same one as long as it is listened to: a screen drawn anew by the very change would miss it
    const left = (): void => goes()
    const pressed = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('button') !== null && target.closest(own) === null) goes()
    }
    window.addEventListener('hashchange', left)
    // a press is heard here before it ends at its own button
    window.addEventListener('click', pressed, true)
    return () => {
      window.removeEventListener('hashchange', left)
      window.removeEventListener('click', pressed, true)
    }
  }, [isRead, own])
}
