// The order, filters and search of the list while sheets are opened and closed. The order is stored for the next start.
import { Slice } from '../../store/slice.ts'
import type { ScreenStorage } from '../../look/screen-storage.ts'
import { listOrders, plainLook, type ListLook } from './list-look.ts'

const storageKey = 'kant-list-order'

export class ListViewState {
  readonly look: Slice<ListLook>
  /** The bent sheets are shown one by one. */
  readonly isFoldOpen = new Slice(false)
  readonly #storage: ScreenStorage
  #lastOpenedSheetId: string | null = null

  constructor(storage: ScreenStorage) {
    this.#storage = storage
    const stored = storage.getItem(storageKey)
    this.look = new Slice({ ...plainLook, order: listOrders.find((order) => order === stored) ?? plainLook.order })
  }

  /** The sheet that was opened last from the list: the list scrolls to it when it is shown again. */
  get lastOpenedSheetId(): string | null {
    return this.#lastOpenedSheetId
  }

  onSheetOpened(sheetId: string): void {
    this.#lastOpenedSheetId = sheetId
  }

  changeLook(change: Partial<ListLook>): void {
    this.look.set({ ...this.look.value, ...change })
    if (change.order !== undefined) this.#storage.setItem(storageKey, change.order)
  }
}
