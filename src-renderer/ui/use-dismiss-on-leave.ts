// Dismisses a notice when the user opens another screen or presses a button outside the notice.
import { useEffect, useEffectEvent } from 'react'

/** `ownSelector`: the selector of the notice. Does nothing while `isActive` is false. */
export function useDismissOnLeave(isActive: boolean, ownSelector: string, onDismiss: () => void): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!isActive) return
    const onLeave = (): void => dismiss()
    const onClick = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('button') !== null && target.closest(ownSelector) === null)
        dismiss()
    }
    window.addEventListener('hashchange', onLeave)
    // in the capture phase: before the button's own handler
    window.addEventListener('click', onClick, true)
    return () => {
      window.removeEventListener('hashchange', onLeave)
      window.removeEventListener('click', onClick, true)
    }
  }, [isActive, ownSelector])
}
