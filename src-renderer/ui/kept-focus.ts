// Keeps the keys with a dialog: a button that is disabled or taken away by its own press loses the focus, and Escape with it.

/** For the dialog's element. Ends with it. */
export function keptFocus(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return
  const observer = new MutationObserver(() => {
    const { activeElement, body } = dialog.ownerDocument
    // where another question stands over this one, the keys are that one's
    if ((activeElement === null || activeElement === body) && dialog.closest('[inert], [aria-hidden=true]') === null)
      dialog.focus()
  })
  observer.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  return () => observer.disconnect()
}
