// Whether the coloured face is up at the machine, in large letters on the colour of the sheet.
import type { CSSProperties } from 'react'
import { sheetColour } from '../../shared/colours/index.ts'
import { isColourUp } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { colourName } from '../sheet/colour-texts.ts'
import { sheetPaint } from '../ui/drawing/index.ts'

/** The least contrast of a text on the colour of a sheet. */
const minContrast = 7

export interface ColourBlockProps {
  profile: Sheet['profile']
  faceUp: 'A' | 'B'
}

export function ColourBlock({ profile, faceUp }: ColourBlockProps) {
  const texts = useTexts()
  const { t, named } = texts
  const isUp = isColourUp(profile.colourSide, faceUp)
  const { hex } = sheetColour(profile)
  const ink = isUp === true && hex !== null ? inkOn(hex) : null
  const style: CSSProperties = {
    ...sheetPaint(profile),
    ...(ink === null || hex === null ? {} : { background: hex, color: ink }),
  }
  const name = colourName(texts, profile) ?? named('material', profile.material)
  return (
    <section className="bend-step-side" style={style} aria-label={t('sheet.colour_side')}>
      {isUp !== null && <SideSign isUp={isUp} />}
      <p>
        <span className="bend-step-label">{t('sheet.colour_side')}</span>
        <strong>
          {isUp === null ? t('bend_step.no_colour') : t(`bend_plan.colour_side.sign.${isUp ? 'up' : 'down'}`)}
        </strong>
      </p>
      <span className="bend-step-colour-name">{name}</span>
    </section>
  )
}

/** A blank with its coloured half, and an arrow away from that half. */
function SideSign({ isUp }: { isUp: boolean }) {
  return (
    <svg className="side-sign" viewBox="0 0 76 76" aria-hidden="true" focusable="false">
      <g transform={isUp ? undefined : 'matrix(1 0 0 -1 0 76)'}>
        <rect className="side-sign-body" x="3" y="46" width="70" height="26" />
        <rect className="side-sign-colour" x="3" y="46" width="70" height="14" />
        <path className="side-sign-arrow" d="M38 38V7M23 21L38 6l15 15" />
      </g>
    </svg>
  )
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** White or black with a contrast of at least 7:1; null: neither has it, so that the text needs another ground. */
function inkOn(hex: string): '#ffffff' | '#000000' | null {
  const ground = luminance(hex)
  if (1.05 / (ground + 0.05) >= minContrast) return '#ffffff'
  return (ground + 0.05) / 0.05 >= minContrast ? '#000000' : null
}
