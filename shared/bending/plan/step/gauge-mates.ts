// Which steps of a blank may have the same position of the gauge. The search uses it as a bound of the gauge moves before it tries the
// steps. Pure. Units: mm.
import { legChild, legRoot } from '../legs/index.ts'
import type { BlankModel, LegNode, Side } from '../legs/index.ts'
import type { GaugeContacts, GaugeFinder } from './gauging.ts'

const matesCache = new WeakMap<GaugeFinder, readonly (number | null)[]>()

/**
 * For each step the other steps, as bits, that may have the same safe position of the gauge, whatever is made before them. Errs on the
 * safe side: the range of the gauge and obstacles are ignored. Null for a flattening, which is not gauged. `finder`: that of this blank. With
 * `areLevelsAlike` the level is not part of the position.
 */
export function gaugeMates(model: BlankModel, finder: GaugeFinder, areLevelsAlike = false): readonly (number | null)[] {
  const cached = matesCache.get(finder)
  if (cached !== undefined) return cached
  const places = model.steps.map(({ kind, bend }) =>
    kind === 'flatten' ? null : placesOf(model, finder, bend, areLevelsAlike ? 0 : levelSpan),
  )
  const mates: (number | null)[] = places.map((placesOfStep, step) =>
    placesOfStep === null
      ? null
      : places.reduce(
          (bits, other, index) => (index !== step && mayMeet(placesOfStep, other) ? bits | (1 << index) : bits),
          0,
        ),
  )
  matesCache.set(finder, mates)
  return mates
}

/** Positions of the gauge with their level in hundredths of a millimetre: the search distinguishes no smaller differences. */
type Places = ReadonlySet<number>

/** Further than any gauge reaches, in hundredths of a millimetre. */
const levelSpan = 10_000_000

/** The safe positions at which both legs of a bend can be gauged, for every set of bends that are made. */
function placesOf(model: BlankModel, { contactsWith, none }: GaugeFinder, bend: number, betweenLevels: number): Places {
  const { zoneMm = 0, strokes = 1 } = model.bends[bend] ?? {}
  // the first stroke of a bump row is half a pitch inside the tangent in front
  const besideMm = strokes > 1 ? zoneMm - zoneMm / strokes / 2 : zoneMm / 2
  const places = new Set<number>()
  const walk = (side: Side, node: LegNode, before: GaugeContacts): void => {
    const values = model.bends[bend + side * (node.depth + 1)]?.stepStates.length ?? 0
    for (let value = 0; value <= values; value += 1) {
      const child = legChild(model, bend, side, node, value)
      const contacts = contactsWith(before, child, value)
      if (!child.complete) walk(side, child, contacts)
      else
        for (const [level, contact] of contacts.entries()) {
          if (contact !== null && contact.contact !== 'rounded')
            places.add(level * betweenLevels + Math.round((contact.reachMm + besideMm) * 100))
        }
    }
  }
  walk(1, legRoot(), none)
  walk(-1, legRoot(), none)
  return places
}

/** Whether a place of one step is one of another: figures that are rounded differ by one at the most. */
const mayMeet = (one: Places, other: Places | null): boolean =>
  other !== null && [...one].some((place) => other.has(place) || other.has(place - 1) || other.has(place + 1))
