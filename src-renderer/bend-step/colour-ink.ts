// The colour of a text on the colour of a sheet. Pure.

const minContrast = 7

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** White or black with a contrast of at least 7:1; null: neither has it, so that the text needs another ground. */
export function inkOn(hex: string): '#ffffff' | '#000000' | null {
  const ground = luminance(hex)
  if (1.05 / (ground + 0.05) >= minContrast) return '#ffffff'
  return (ground + 0.05) / 0.05 >= minContrast ? '#000000' : null
}
