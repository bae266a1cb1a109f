// The program that the DXF is for, as this screen has chosen it; null: the setting of the station applies.
import { dxfPreset, type WorkshopView } from '../../shared/station-api/index.ts'
import type { ScreenStorage } from '../look/screen-storage.ts'
import { Slice } from '../store/slice.ts'

export type DxfPreset = WorkshopView['dxfPreset']

const storageKey = 'kant-dxf-preset'

export const presetOf = (value: unknown): DxfPreset | null =>
  dxfPreset.options.find((preset) => preset === value) ?? null

export class PresetChoice {
  readonly preset: Slice<DxfPreset | null>
  readonly #storage: ScreenStorage

  constructor(storage: ScreenStorage) {
    this.#storage = storage
    this.preset = new Slice(presetOf(storage.getItem(storageKey)))
  }

  choose(preset: DxfPreset): void {
    this.preset.set(preset)
    this.#storage.setItem(storageKey, preset)
  }
}
