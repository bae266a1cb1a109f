// A component whose code is fetched after the first screen is shown. Once the code is loaded it renders at once, whereas React's own lazy
// component would first show the fallback.
import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'
import { useConstant } from './use-constant.ts'

export interface LazyComponent<Props> {
  /** Needs a Suspense around it, for the case that its code is not loaded yet. */
  Component: FunctionComponent<Props>
  load: () => Promise<unknown>
}

export function lazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    loaded = await importComponent()
    return { default: loaded }
  }
  const Loading = lazy(load)
  const Component = (props: Props) => {
    // a mounted component stays the same one, with its state
    const Shown = useConstant<ComponentType<Props>>(() => loaded ?? Loading)
    return createElement(Shown, props)
  }
  return { Component, load }
}

/** Loads the components one after the other while the page is idle. A failed load is repeated when the component is rendered. */
export async function loadWhenIdle(parts: readonly Pick<LazyComponent<object>, 'load'>[]): Promise<void> {
  for (const { load } of parts) {
    await new Promise((resolve) => window.requestIdleCallback(resolve))
    await load().catch(() => undefined)
  }
}
