import { QueryClient } from '@tanstack/query-core'
import { afterEach, expect, test } from 'vitest'
import type { ExportView, LinkMessage } from '../../../../shared/station-api/index.ts'
import { StationStore } from '../../../../src-renderer/station/station-store.ts'
import { fakeStation, type FakeStation } from '../../../end-to-end/screen/fake-station/fake-station.ts'

const answers = new QueryClient()
afterEach(() => answers.clear())

/** A store whose station messages the test sends directly. */
function storeOn(station: FakeStation) {
  const listeners: ((message: LinkMessage) => void)[] = []
  const store = new StationStore(
    {
      call: () => Promise.reject(new Error('nothing is asked here')),
      subscribe: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
    },
    answers,
  )
  const send = (message: LinkMessage): void => {
    for (const listener of listeners) listener(message)
  }
  station.subscribe((push) => send({ kind: 'push', ...push }))
  send({ kind: 'link', state: 'open' })
  send({ kind: 'snapshot', snapshot: station.snapshot(), grants: ['operate'] })
  return { store, send }
}

const startOne = async (station: FakeStation): Promise<ExportView> =>
  station.handlers['export.start']({
    order: { kind: 'day', date: '2026-11-23', pressBrakeId: null, formats: ['dxf'] },
    preset: 'plain',
    language: 'nb',
  })

test('a repeated export message replaces the earlier one', async () => {
  const station = fakeStation()
  const { store } = storeOn(station)
  const first = await startOne(station)
  await startOne(station)
  station.pushExport({ ...first, done: 5, total: 9 })
  expect(store.state().exports.map(({ exportId, done }) => [exportId, done])).toEqual([
    ['export-1', 5],
    ['export-2', 0],
  ])
})

test('a new connection delivers the exports of the station', async () => {
  const station = fakeStation()
  await startOne(station)
  const { store } = storeOn(station)
  expect(store.state().exports).toEqual(station.snapshot().exports)
})

test('the progress of an export changes neither the status nor any answer', async () => {
  const station = fakeStation()
  const { store } = storeOn(station)
  answers.setQueryData(['marks'], 'kept')
  const { status } = store.state()
  const view = await startOne(station)
  station.pushExport({ ...view, done: 1, total: 9 })
  expect(store.state().status).toBe(status)
  expect(answers.getQueryState(['marks'])?.isInvalidated).toBe(false)
})

const isStale = (...key: string[]) => answers.getQueryState(key)?.isInvalidated

test('planned bends make only the answers about the machines stale', () => {
  const station = fakeStation()
  storeOn(station)
  for (const key of [
    ['plan', '2026-11-24', 'fits'],
    ['orders', 'sheet'],
    ['sheet', 'sheet'],
  ])
    answers.setQueryData(key, 'old')
  station.pushPlanned()
  expect([isStale('plan', '2026-11-24', 'fits'), isStale('orders', 'sheet'), isStale('sheet', 'sheet')]).toEqual([
    true,
    true,
    false,
  ])
})

test('changed workshop files make only the answers about them stale', () => {
  const station = fakeStation()
  storeOn(station)
  answers.setQueryData(['workshop'], 'old')
  answers.setQueryData(['marks'], 'kept')
  station.pushWorkshop()
  expect(answers.getQueryState(['workshop'])?.isInvalidated).toBe(true)
  expect(answers.getQueryState(['marks'])?.isInvalidated).toBe(false)
})

test('what another station changed of a machine or an operator makes programs, plans and operators stale, and no sheet', () => {
  const { send } = storeOn(fakeStation())
  const stale = [['program', 'sheet'], ['operators'], ['plan', '2026-11-24', 'fits']]
  for (const key of [...stale, ['sheet', 'sheet']]) answers.setQueryData(key, 'old')
  send({ kind: 'push', name: 'workshop', data: {} })
  expect(stale.map((key) => isStale(...key))).toEqual([true, true, true])
  expect(isStale('sheet', 'sheet')).toBe(false)
})
