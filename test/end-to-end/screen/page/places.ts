// Where things lie on the page, to see that nothing stands on anything else or reaches out of what it is in.
import type { Locator } from 'playwright-core'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** CSS pixels of the window. Throws for what is not shown. */
export async function placeOf(thing: Locator): Promise<Place> {
  const place = await thing.boundingBox()
  if (place === null) throw new Error(`${String(thing)} is not on the screen`)
  return place
}

export const rightOf = (place: Place): number => place.x + place.width
export const bottomOf = (place: Place): number => place.y + place.height

const overlaps = (one: Place, other: Place): boolean =>
  one.x < rightOf(other) && other.x < rightOf(one) && one.y < bottomOf(other) && other.y < bottomOf(one)

const isWithin = (inner: Place, outer: Place): boolean =>
  inner.y >= outer.y && rightOf(inner) <= rightOf(outer) && bottomOf(inner) <= bottomOf(outer)

/** The texts among the parts that stand on another part, or reach out of `around`. */
export async function misplaced(around: Locator, parts: Locator): Promise<string[]> {
  const room = await placeOf(around)
  const texts = await parts.allInnerTexts()
  const places: Place[] = []
  for (const part of await parts.all()) places.push(await placeOf(part))
  return texts.filter((_, index) => {
    const place = places[index]
    if (place === undefined) return false
    return !isWithin(place, room) || places.some((other, at) => at !== index && overlaps(place, other))
  })
}
