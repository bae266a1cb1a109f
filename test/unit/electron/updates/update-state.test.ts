import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  notChecked,
  updateAfter,
  updatesOff,
  type UpdateEvent,
} from '../../../../src-main/electron/updates/update-state.ts'
import { updateView } from '../../../../shared/station-api/index.ts'

const after = (...news: UpdateEvent[]) => news.reduce(updateAfter, notChecked('1.0.0'))

test('is told from the first look to the yes of a person', () => {
  expect(after({ is: 'looking' })).toMatchObject({ state: 'looking', version: '1.0.0' })
  expect(after({ is: 'looking' }, { is: 'latest' })).toMatchObject({ state: 'latest', next: null })
  const found: UpdateEvent[] = [{ is: 'looking' }, { is: 'found', version: '1.2.0' }]
  expect(after(...found, { is: 'fetched', percent: 41.3 })).toMatchObject({
    state: 'fetching',
    next: '1.2.0',
    percent: 41.3,
  })
  const ready: UpdateEvent[] = [...found, { is: 'ready', version: '1.2.0' }]
  expect(after(...ready)).toMatchObject({ state: 'ready', next: '1.2.0', percent: null })
  expect(after(...ready, { is: 'agreed' })).toMatchObject({ state: 'waits', next: '1.2.0' })
})

test('what lies ready stays while somebody looks again in vain, and gives way to a newer one', () => {
  const ready: UpdateEvent = { is: 'ready', version: '1.2.0' }
  for (const news of [{ is: 'looking' }, { is: 'latest' }, { is: 'failed', message: 'no network' }] as const)
    expect(after(ready, news)).toMatchObject({ state: 'ready', next: '1.2.0' })
  expect(after(ready, { is: 'found', version: '1.3.0' })).toMatchObject({ state: 'fetching', next: '1.3.0' })
  // who agreed to one version has not agreed to the next
  expect(after(ready, { is: 'agreed' }, { is: 'ready', version: '1.3.0' })).toMatchObject({ state: 'ready' })
})

test('says why it failed, also where the installing did', () => {
  expect(after({ is: 'looking' }, { is: 'failed', message: 'no network' })).toMatchObject({
    state: 'failed',
    message: 'no network',
  })
  const agreed: UpdateEvent[] = [{ is: 'ready', version: '1.2.0' }, { is: 'agreed' }]
  expect(after(...agreed, { is: 'failed', message: 'the disk is full' })).toMatchObject({ state: 'failed' })
})

test('is of the contract whatever comes in whatever order, and nothing waits that was not agreed to', () => {
  const version = fc.constantFrom('1.2.0', '1.3.0')
  const news: fc.Arbitrary<UpdateEvent> = fc.oneof(
    fc.constantFrom<UpdateEvent>({ is: 'looking' }, { is: 'latest' }, { is: 'agreed' }, { is: 'failed', message: 'x' }),
    version.map((next): UpdateEvent => ({ is: 'found', version: next })),
    version.map((next): UpdateEvent => ({ is: 'ready', version: next })),
    fc.double({ noNaN: true }).map((percent): UpdateEvent => ({ is: 'fetched', percent })),
  )
  fc.assert(
    fc.property(fc.array(news), (all) => {
      const view = after(...all)
      expect(updateView.safeParse(view).success).toBe(true)
      expect(view.state !== 'waits' || all.some(({ is }) => is === 'agreed')).toBe(true)
    }),
  )
  expect(updateView.parse(updatesOff('1.0.0'))).toMatchObject({ state: 'off' })
})
