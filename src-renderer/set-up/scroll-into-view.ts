// Scrolls a result into view, since on a low screen it may be below the edge.

/** A ref callback: runs once, when the element is mounted. */
export const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
