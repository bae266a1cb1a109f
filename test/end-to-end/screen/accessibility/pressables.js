// Runs in the page: everything that can be pressed, its name and its size in CSS pixels; beside it how many of them are a millimetre.
/* oxlint-disable unicorn/consistent-function-scoping -- the page is handed one expression */
;(() => {
  const pressable =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=radio], [role=checkbox], [role=switch], [role=menuitem], [role=row][tabindex]'
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    // what is there for a screen reader alone is a pixel large
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const isHiddenFromEyes = (element) => {
    for (let at = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).clipPath === 'inset(50%)') return true
    return false
  }
  const isCut = (element) =>
    element.closest('.sr-only, [inert], [aria-hidden=true]') !== null || isHiddenFromEyes(element)
  return {
    pxPerMm: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--mm')),
    found: [...document.querySelectorAll(pressable)]
      .filter((element) => isShown(element) && !isCut(element))
      .map((element) => {
        // a label is pressed with what it names, and a slider by its knob
        const boxes = [element, element.closest('label, .fold-thumb')]
          .filter((one) => one !== null)
          .map((one) => one.getBoundingClientRect())
        return {
          name:
            (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 60) || `<${element.localName}>`,
          width: Math.max(...boxes.map(({ width }) => width)),
          height: Math.max(...boxes.map(({ height }) => height)),
        }
      }),
  }
})()
