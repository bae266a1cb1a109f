// The theme, sounds and size of this screen: read from storage, applied to the page's root element, where the style sheets read them, and
// stored when they change.
import { Slice } from '../store/slice.ts'
import { pxPerMmOn, readLook, screenName, shownTheme, writeLook, type Look } from './look.ts'
import type { ScreenStorage } from './screen-storage.ts'

const storageKey = 'kant-look'

export class DisplaySettings {
  readonly look: Slice<Look>
  /** The theme on the page, also where the system chooses it. */
  readonly theme: Slice<'light' | 'dark'>
  readonly #storage: ScreenStorage
  readonly #page: Window
  readonly #systemIsDark: MediaQueryList

  constructor(storage: ScreenStorage, page: Window) {
    this.#storage = storage
    this.#page = page
    this.#systemIsDark = page.matchMedia('(prefers-color-scheme: dark)')
    this.look = new Slice(readLook(storage.getItem(storageKey)))
    this.theme = new Slice(shownTheme(this.look.value.theme, this.#systemIsDark.matches))
  }

  /** Applies the settings now and after each change of the system. Call it once, before the first rendering. */
  apply(): void {
    this.#applyNow()
    this.#systemIsDark.addEventListener('change', () => this.#applyNow())
    // the window was moved to another screen, or zoomed
    this.#page.addEventListener('resize', () => this.#applyNow())
  }

  change(change: Partial<Look>): void {
    this.look.set({ ...this.look.value, ...change })
    this.#storage.setItem(storageKey, writeLook(this.look.value))
    this.#applyNow()
    // lengths in millimetres have changed
    if (change.pxPerMm !== undefined) this.#page.dispatchEvent(new Event('resize'))
  }

  /** Identifies the physical screen that the page is on. */
  screenName(): string {
    const { screen, devicePixelRatio } = this.#page
    return screenName(screen.width, screen.height, devicePixelRatio)
  }

  #applyNow(): void {
    const root = this.#page.document.documentElement
    const theme = shownTheme(this.look.value.theme, this.#systemIsDark.matches)
    root.dataset['theme'] = theme
    root.style.setProperty('--mm', `${pxPerMmOn(this.look.value, this.screenName())}px`)
    this.theme.set(theme)
  }
}
