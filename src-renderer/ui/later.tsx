// A part of the screen whose code comes after the first screen stands, yet is shown at once when it is wanted: what is here already
// is waited for by nobody, where React's own lazy part would first show what stands in its place.
import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react'

export interface Later<Props> {
  /** Stands in a Suspense, for the one that is wanted before it is here. */
  Part: FunctionComponent<Props>
  fetch: () => Promise<unknown>
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let here: ComponentType<Props> | null = null
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    here = await load()
    return { default: here }
  }
  const Coming = lazy(fetch)
  const Part = (props: Props) => {
    // one that is on the screen stays the same one, with all that it holds
    const [Shown] = useState<ComponentType<Props>>(() => here ?? Coming)
    return createElement(Shown, props)
  }
  return { Part, fetch }
}

/** Fetches them one after the other while the page has nothing else to do. One that cannot be had is asked for again when it is wanted. */
export async function fetchWhenIdle(parts: readonly Pick<Later<object>, 'fetch'>[]): Promise<void> {
  for (const { fetch } of parts) {
    await new Promise((resolve) => window.requestIdleCallback(resolve))
    await fetch().catch(() => undefined)
  }
}
