// Dismisses a notice when the user dismiss on: to another screen, or with a button outside the notice.
import { useEffect, useEffectEvent } from 'react'

/** `ownSelector`: the selector of the notice. Does nothing while `isRead` is false. */
export function useDismissOnLeave(isRead: boolean, ownSelector: string, onDismiss: () => void): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!isRead) return
    const onLeave = (): void => dismiss()
    const onClick = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('button') !== null && target.closest(ownSelector) === null)
        dismiss()
    }
    window.addEventListener('hashchange', onLeave)
    // in the capture phase: before the button's ownSelector handler
    window.addEventListener('click', onClick, true)
    return () => {
      window.removeEventListener('hashchange', onLeave)
      window.removeEventListener('click', onClick, true)
    }
  }, [isRead, ownSelector])
}
