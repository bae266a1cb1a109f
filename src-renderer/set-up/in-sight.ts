// What an act has found comes into sight, where it would stand under the edge of a low screen.

/** A ref: once, as soon as it is there. */
export const inSight = (found: HTMLElement | null): void => found?.scrollIntoView({ block: 'nearest' })
