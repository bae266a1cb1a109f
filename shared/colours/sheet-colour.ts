// The colour of sheet metal, from the material and the colour text of a sheet. Pure.
import metals from '../../resources/colours/metals.json' with { type: 'json' }
import ralClassic from '../../resources/colours/ral-classic.json' with { type: 'json' }
import ruukki from '../../resources/colours/ruukki.json' with { type: 'json' }

interface ListedColour {
  /** 'RAL 7016', 'RR23'; for a metal, its material on sheets. */
  readonly code: string
  readonly nb: string
  readonly en: string
  /** '#rrggbb' in sRGB: it approximates the paint. */
  readonly hex: string
}

export interface SheetColour {
  /** `paint`: a listed paint. `metal`: bare metal. `unknown`: the lists have no such colour, and nothing is guessed. */
  readonly kind: 'paint' | 'metal' | 'unknown'
  /** Null: unknown. */
  readonly hex: string | null
  /** As people say it: 'RR33 sort', 'sink'; for an unknown colour its own text, which may be empty. */
  readonly name: { readonly nb: string; readonly en: string }
}

/** The fields of a sheet that state its colour. */
export interface ColouredSheet {
  readonly material: string
  readonly colour: string | null
}

const byCode = (colours: readonly ListedColour[]): ReadonlyMap<string, ListedColour> =>
  new Map(colours.map((colour) => [colour.code, colour]))

const metalOf = byCode(metals.colours)
const paintOf = byCode([...ralClassic.colours, ...ruukki.colours])

/** What sheets say instead of a colour when the metal is bare. */
const bareWords =
  /^(?:blank|bare|naturell?|natural|mill ?finish|ubehandlet|untreated|sink|zinc|kobber|copper|aluminium|galvanisert|galvanised|rustfritt|stainless)(?:$|[\s,])/iu

/**
 * The colour text of a sheet is free. 'RR23', 'rr 23 mørk grå' and 'RAL7016 antrasittgrå' are read by their codes. No text, 'blank',
 * 'naturell' and the names of metals mean the bare metal of the material.
 */
export function sheetColour({ material, colour }: ColouredSheet): SheetColour {
  const text = colour?.trim() ?? ''
  const code = codeIn(text)
  const paint = code === null ? undefined : paintOf.get(code)
  if (paint !== undefined) {
    return { kind: 'paint', hex: paint.hex, name: { nb: `${paint.code} ${paint.nb}`, en: `${paint.code} ${paint.en}` } }
  }
  const metal = metalOf.get(material)
  if (metal !== undefined && code === null && (text === '' || bareWords.test(text))) {
    return { kind: 'metal', hex: metal.hex, name: { nb: metal.nb, en: metal.en } }
  }
  return { kind: 'unknown', hex: null, name: { nb: text, en: text } }
}

/** Bare metal and a colour that is not known have a hatch, so that they do not look like a light paint. */
export const isHatched = (sheet: ColouredSheet): boolean => sheetColour(sheet).kind !== 'paint'

/** The code of a paint in a text, as the lists write it. */
function codeIn(text: string): string | null {
  const [, system = '', number = ''] = /\b(RAL|RR)[\s-]*(\d{2,4})\b/iu.exec(text) ?? []
  if (number === '') return null
  return system.toUpperCase() === 'RAL' ? `RAL ${number}` : `RR${number}`
}
