// Runs in the page: the focused control, its focus outline, and all controls that the keyboard must reach.
/* oxlint-disable unicorn/consistent-function-scoping -- the page is handed one expression */
;(() => {
  const stops =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role=tab], [role=row], [role=option]'
  /** Groups in which Tab reaches one control and the arrow keys reach the others. */
  const groups = '[role=tablist], [role=grid], [role=listbox], [role=radiogroup], [role=toolbar], [role=treegrid]'
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 50) || `<${element.localName}>`
  const keyOf = (element) => {
    window.kantStops ??= new Map()
    const stop = element.closest(groups) ?? element
    if (!window.kantStops.has(stop)) window.kantStops.set(stop, `${window.kantStops.size} ${nameOf(stop)}`)
    return window.kantStops.get(stop)
  }
  const isUnreachable = (element) =>
    element.matches(':disabled, [aria-disabled=true], [data-disabled], [data-focus-scope-start]') ||
    element.closest('[inert], [aria-hidden=true], .sr-only') !== null
  const groundOf = (element) => {
    for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement) {
      const ground = getComputedStyle(ancestor).backgroundColor
      if (ground !== 'rgba(0, 0, 0, 0)') return ground
    }
    return 'rgb(255, 255, 255)'
  }
  const outlineOf = (element) => {
    // a control in a drawing has a frame instead
    const frame = element.querySelector(':scope > rect')
    if (frame !== null) {
      const { stroke, strokeWidth } = getComputedStyle(frame)
      return { outlinePx: stroke === 'none' ? 0 : Number.parseFloat(strokeWidth), outline: stroke }
    }
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return { outlinePx: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth), outline: outlineColor }
  }
  const active = document.activeElement
  const focused = active === null || active === document.body ? null : active
  // the thumb of a slider is shown instead of its input
  const shown = focused?.closest('.slider-thumb, .file-button') ?? focused
  return {
    focused: focused === null ? null : keyOf(focused),
    ...(shown === null ? { outlinePx: 0, outline: '' } : outlineOf(shown)),
    ground: shown === null ? '' : groundOf(shown.parentElement),
    all: [...document.querySelectorAll(stops)]
      .filter(
        (element) =>
          isShown(element) && !isUnreachable(element) && (element.tabIndex >= 0 || element.closest(groups) !== null),
      )
      .map(keyOf),
  }
})()
