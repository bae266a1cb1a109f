// The positions of elements on the page, to check that no element covers another or extends outside its container.
import type { Locator } from 'playwright-core'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** CSS pixels in the window. Throws if the element is not shown. */
export async function placeOf(element: Locator): Promise<Place> {
  const place = await element.boundingBox()
  if (place === null) throw new Error(`${String(element)} is not on the screen`)
  return place
}

export const rightOf = (place: Place): number => place.x + place.width
export const bottomOf = (place: Place): number => place.y + place.height

const overlaps = (one: Place, other: Place): boolean =>
  one.x < rightOf(other) && other.x < rightOf(one) && one.y < bottomOf(other) && other.y < bottomOf(one)

const isWithin = (inner: Place, outer: Place): boolean =>
  inner.y >= outer.y && rightOf(inner) <= rightOf(outer) && bottomOf(inner) <= bottomOf(outer)

/** The texts of the parts that overlap another part or extend outside `around`. */
export async function misplaced(around: Locator, parts: Locator): Promise<string[]> {
  const container = await placeOf(around)
  const texts = await parts.allInnerTexts()
  const places: Place[] = []
  for (const part of await parts.all()) places.push(await placeOf(part))
  return texts.filter((_, index) => {
    const place = places[index]
    if (place === undefined) return false
    return (
      !isWithin(place, container) || places.some((other, otherIndex) => otherIndex !== index && overlaps(place, other))
    )
  })
}

/** Waits until the element is shown; rejects after the time-out. */
export const appears = (element: Locator): Promise<boolean> => element.waitFor().then(() => true)

/** Waits until the element is hidden or removed; rejects after the time-out. */
export const disappears = (element: Locator): Promise<boolean> => element.waitFor({ state: 'hidden' }).then(() => true)
