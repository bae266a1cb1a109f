import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  notChecked,
  updateAfter,
  withoutUpdates,
  type UpdateEvent,
} from '../../../../src-main/electron/updates/update-state.ts'
import { updateView } from '../../../../shared/station-api/index.ts'

const after = (...news: UpdateEvent[]) => news.reduce(updateAfter, notChecked('1.0.0'))

test('the state follows the steps from the first check to the agreement of a person', () => {
  expect(after({ is: 'looking' })).toMatchObject({ state: 'looking', version: '1.0.0' })
  expect(after({ is: 'looking' }, { is: 'latest' })).toMatchObject({ state: 'latest', nextVersion: null })
  const events: UpdateEvent[] = [{ is: 'looking' }, { is: 'found', version: '1.2.0' }]
  expect(after(...events, { is: 'fetched', percent: 41.3 })).toMatchObject({
    state: 'fetching',
    nextVersion: '1.2.0',
    percent: 41.3,
  })
  const ready: UpdateEvent[] = [...events, { is: 'ready', version: '1.2.0' }]
  expect(after(...ready)).toMatchObject({ state: 'ready', nextVersion: '1.2.0', percent: null })
  expect(after(...ready, { is: 'agreed' })).toMatchObject({ state: 'waits', nextVersion: '1.2.0' })
})

test('a ready update stays during later checks, and is replaced by a newer one', () => {
  const ready: UpdateEvent = { is: 'ready', version: '1.2.0' }
  for (const news of [{ is: 'looking' }, { is: 'latest' }, { is: 'failed', message: 'no network' }] as const)
    expect(after(ready, news)).toMatchObject({ state: 'ready', nextVersion: '1.2.0' })
  expect(after(ready, { is: 'found', version: '1.3.0' })).toMatchObject({ state: 'fetching', nextVersion: '1.3.0' })
  // an agreement applies to one version only
  expect(after(ready, { is: 'agreed' }, { is: 'ready', version: '1.3.0' })).toMatchObject({ state: 'ready' })
})

test('a failed check or installation has its message', () => {
  expect(after({ is: 'looking' }, { is: 'failed', message: 'no network' })).toMatchObject({
    state: 'failed',
    message: 'no network',
  })
  const agreed: UpdateEvent[] = [{ is: 'ready', version: '1.2.0' }, { is: 'agreed' }]
  expect(after(...agreed, { is: 'failed', message: 'the disk is full' })).toMatchObject({ state: 'failed' })
})

test('after any events the state matches the contract, and an update waits only after an agreement', () => {
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
})

test.each([
  ['an installed app without a key says that it trusts no update', { isPackaged: true, keys: [] }, 'no_key'],
  ['an installed app with a key and without a feed is off', { isPackaged: true, keys: ['a key'] }, 'off'],
  ['an app that is not installed is off', { isPackaged: false, keys: [] }, 'off'],
])('%s', (_, app, state) => {
  expect(updateView.parse(withoutUpdates({ version: '1.0.0', ...app }))).toMatchObject({ state, version: '1.0.0' })
})
