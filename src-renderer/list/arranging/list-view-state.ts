// The order, filters and search of the list while sheets are opened and closed. The order is stored for the next start.
import { Slice } from '../../store/slice.ts'
import type { ScreenStorage } from '../../look/screen-storage.ts'
import { listOrders, plainArrangement, type ListArrangement } from './list-arrangement.ts'

const storageKey = 'kant-list-order'

export class ListViewState {
  readonly arrangement: Slice<ListArrangement>
  /** The bent sheets are shown one by one. */
  readonly isFoldOpen = new Slice(false)
  readonly #storage: ScreenStorage
  #lastOpenedSheetId: string | null = null

  constructor(storage: ScreenStorage) {
    this.#storage = storage
    const stored = storage.getItem(storageKey)
    this.arrangement = new Slice({
      ...plainArrangement,
      order: listOrders.find((order) => order === stored) ?? plainArrangement.order,
    })
  }

  /** The sheet that was opened last from the list: the list scrolls to it when it is shown again. */
  get lastOpenedSheetId(): string | null {
    return this.#lastOpenedSheetId
  }

  onSheetOpened(sheetId: string): void {
    this.#lastOpenedSheetId = sheetId
  }

  /** The list begins at the top afterwards. */
  rearrange(change: Partial<ListArrangement>): void {
    this.#lastOpenedSheetId = null
    this.arrangement.set({ ...this.arrangement.value, ...change })
    if (change.order !== undefined) this.#storage.setItem(storageKey, change.order)
  }
}
