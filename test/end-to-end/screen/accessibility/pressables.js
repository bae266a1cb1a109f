// Runs in the page: every control with its name and its size in CSS pixels, and the number of pixels per millimetre.
/* oxlint-disable unicorn/consistent-function-scoping -- the page is handed one expression */
;(() => {
  const pressable =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=radio], [role=checkbox], [role=switch], [role=menuitem], [role=row][tabindex]'
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    // an element for screen readers only has a size of one pixel
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const isHiddenFromEyes = (element) => {
    for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement)
      if (getComputedStyle(ancestor).clipPath === 'inset(50%)') return true
    return false
  }
  const isNotPressable = (element) =>
    element.closest('.sr-only, [inert], [aria-hidden=true]') !== null || isHiddenFromEyes(element)
  return {
    pxPerMm: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--mm')),
    controls: [...document.querySelectorAll(pressable)]
      .filter((element) => isShown(element) && !isNotPressable(element))
      .map((element) => {
        // a label belongs to the target of its input, and a thumb to that of its slider
        const boxes = [element, element.closest('label, .slider-thumb')]
          .filter((one) => one !== null)
          .map((one) => one.getBoundingClientRect())
        return {
          name:
            (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 60) || `<${element.localName}>`,
          isInStatusRow: element.closest('.status') !== null,
          width: Math.max(...boxes.map(({ width }) => width)),
          height: Math.max(...boxes.map(({ height }) => height)),
        }
      }),
  }
})()
