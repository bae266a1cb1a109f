// A figure that is read from two metres: as large as its box allows.
import type { CSSProperties } from 'react'

interface HeroStyle extends CSSProperties {
  /** The width of the text in units of its font size. */
  '--ems': string
}

/** At least as wide as a bold sans serif draws the characters. */
export const emsOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, letter) =>
      sum +
      (/[.,]/.test(letter) ? 0.37 : letter === '°' ? 0.5 : letter === ' ' ? 0.3 : /[\d−]/.test(letter) ? 0.68 : 0.8),
    0,
  )

export function HeroFigure({ text, className }: { text: string; className: string }) {
  const style: HeroStyle = { '--ems': emsOf(text).toFixed(2) }
  return (
    <span className={`hero-box ${className}`}>
      <span className="hero-figure" style={style}>
        {text}
      </span>
    </span>
  )
}
