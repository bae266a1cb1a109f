// Runs in the page: each shown text with its contrast (WCAG 2) against the background behind it, from the computed colours and opacities
// of all layers.
/* oxlint-disable unicorn/consistent-function-scoping -- the page is handed one expression */
;(() => {
  const channels = (text) => {
    const figures = (text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
    if (text.startsWith('rgb')) return [figures[0] / 255, figures[1] / 255, figures[2] / 255, figures[3] ?? 1]
    if (text.startsWith('color(srgb')) return [figures[0], figures[1], figures[2], figures[3] ?? 1]
    return null
  }
  const over = ([r, g, b, a], [br, bg, bb]) => [r * a + br * (1 - a), g * a + bg * (1 - a), b * a + bb * (1 - a), 1]
  const luminance = ([r, g, b]) => {
    const [lr, lg, lb] = [r, g, b].map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
    return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb
  }
  const contrast = (one, other) => {
    const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    return (lighter + 0.05) / (darker + 0.05)
  }
  const backgroundOf = (element) => {
    const layers = []
    for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement) {
      const layer = channels(getComputedStyle(ancestor).backgroundColor)
      if (layer !== null && layer[3] > 0) layers.push(layer)
      if (layer !== null && layer[3] === 1) break
    }
    return layers.toReversed().reduce((background, layer) => over(layer, background), [1, 1, 1, 1])
  }
  const opacityOf = (element) => {
    let opacity = 1
    for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement)
      opacity *= Number(getComputedStyle(ancestor).opacity)
    return opacity
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const element = node.parentElement
    if (text === '' || element === null || element.closest('script, style, .sr-only, [inert]') !== null) continue
    const { width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    const ink = channels(element instanceof SVGElement ? style.fill : style.color)
    const background = backgroundOf(element)
    if (ink === null) texts.push({ text, where: element.className, ratio: 0 })
    else {
      const shown = over([ink[0], ink[1], ink[2], ink[3] * opacityOf(element)], background)
      texts.push({
        text: text.slice(0, 50),
        where: String(element.getAttribute('class')),
        ratio: contrast(shown, background),
      })
    }
  }
  return texts
})()
