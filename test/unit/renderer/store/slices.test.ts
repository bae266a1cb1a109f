import { CallError } from '../../../../shared/station-api/index.ts'
import { expect, test, vi } from 'vitest'
import { PinChange } from '../../../../src-renderer/grants/pin-change.ts'
import { ListViewState } from '../../../../src-renderer/list/arranging/list-view-state.ts'
import { PrintState } from '../../../../src-renderer/scan/print-state.ts'
import { StorageRefusal } from '../../../../src-renderer/station/storage-refusal.ts'
import { Slice } from '../../../../src-renderer/store/slice.ts'

test('a slice notifies its listeners of a change, and not when the value stays the same', () => {
  const slice = new Slice(1)
  const onChange = vi.fn<() => void>()
  const unsubscribe = slice.subscribe(onChange)
  slice.set(1)
  expect(onChange).not.toHaveBeenCalled()
  slice.set(2)
  expect(onChange).toHaveBeenCalledTimes(1)
  unsubscribe()
  slice.set(3)
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('only the order of the list is stored for the next start', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  new ListViewState(storage).rearrange({ order: 'lots', search: '4711' })
  expect(new ListViewState(storage).arrangement.value).toMatchObject({ order: 'lots', search: '' })
})

test('a list that is rearranged begins at its top', () => {
  const list = new ListViewState({ getItem: () => null, setItem: () => undefined })
  list.onSheetOpened('s1')
  expect(list.lastOpenedSheetId).toBe('s1')
  list.rearrange({ search: '4711' })
  expect(list.lastOpenedSheetId).toBeNull()
})

test('a PIN change ends also when it throws', async () => {
  const pinChange = new PinChange()
  const failing = pinChange.run(async () => {
    expect(pinChange.isRunning.value).toBe(true)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(pinChange.isRunning.value).toBe(false)
})

test('a storage refusal ends with the next call that writes, not with one that writes nothing', () => {
  const refusal = new StorageRefusal()
  refusal.onCallEnded('count.book', new CallError('not_stored', ''))
  refusal.onCallEnded('sync.now', null)
  expect(refusal.isActive.value).toBe(true)
  refusal.onCallEnded('count.book', null)
  expect(refusal.isActive.value).toBe(false)
})

test('a print that was newer than the drawing is accepted once its drawing arrives', () => {
  const prints = new PrintState()
  prints.onScan({ sheetId: 's1', printedVersion: 3, drawingVersion: 2, print: 'newer' })
  prints.onDrawing('s1', 2)
  expect(prints.differing.value).toMatchObject({ print: 'newer' })
  prints.onDrawing('s1', 3)
  expect(prints.differing.value).toBeNull()
  prints.onScan({ sheetId: 's1', printedVersion: 3, drawingVersion: 2, print: 'newer' })
  prints.onDrawing('s1', 4)
  expect(prints.differing.value).toMatchObject({ print: 'old', drawingVersion: 4 })
})
