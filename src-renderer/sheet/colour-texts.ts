// The colour of a sheet and its side, as texts. Pure.
import { sheetColour, type ColouredSheet } from '../../shared/colours/index.ts'
import { colourPlace } from '../../shared/drawing/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Sheet } from './sheet.ts'

/** 'RR33 sort'; null for bare metal, which the material names; a colour that no list has is called unknown. */
export function colourName({ t, language }: Pick<Texts, 't' | 'language'>, sheet: ColouredSheet): string | null {
  const { kind, name } = sheetColour(sheet)
  if (kind === 'metal') return sheet.colour
  if (kind === 'paint') return name[language]
  return [name[language], `(${t('sheet.unknown_colour').toLocaleLowerCase()})`].filter((part) => part !== '').join(' ')
}

/** 'Utside (flate B)': where the colour is on the finished profile, and the face of the drawing; the face alone if it is neither. */
export function colourPlaceText(
  { t, named }: Pick<Texts, 't' | 'named'>,
  profile: Pick<Sheet['profile'], 'colourSide' | 'thicknessMm' | 'flanges' | 'bends'>,
): string {
  const face = named('colour_side', profile.colourSide)
  const place = colourPlace(profile)
  return place === null
    ? face
    : t(`colour_place.${place}`, { face: `${face.charAt(0).toLocaleLowerCase()}${face.slice(1)}` })
}
