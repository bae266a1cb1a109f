// A component whose code is fetched after the first screen is shown. Once the code is loaded it renders at once, whereas React's own lazy
// component would first show the fallback.
import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'
import { useConstant } from './use-constant.ts'

export interface Later<Props> {
  /** Needs a Suspense around it, for the case that its code is not loaded yet. */
  Part: FunctionComponent<Props>
  fetch: () => Promise<unknown>
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    loaded = await load()
    return { default: loaded }
  }
  const Loading = lazy(fetch)
  const Part = (props: Props) => {
    // a mounted component stays the same one, with its state
    const Shown = useConstant<ComponentType<Props>>(() => loaded ?? Loading)
    return createElement(Shown, props)
  }
  return { Part, fetch }
}

/** Fetches the components one after the other while the page is idle. A failed fetch is repeated when the component is rendered. */
export async function fetchWhenIdle(parts: readonly Pick<Later<object>, 'fetch'>[]): Promise<void> {
  for (const { fetch } of parts) {
    await new Promise((resolve) => window.requestIdleCallback(resolve))
    await fetch().catch(() => undefined)
  }
}
