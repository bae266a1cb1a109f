import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { afterEach, expect, test } from 'vitest'
import { createMarkStale } from '../../../../src-renderer/station/stale-answers.ts'
import { untilPasses } from '../../../until-passes.ts'

let answers: QueryClient
afterEach(() => answers.clear())

/** A list query whose answers the test sends. */
function readList() {
  answers = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, networkMode: 'always' } },
  })
  const pendingReads: ((answer: string | Error) => void)[] = []
  const show = () => {
    const observer = new QueryObserver<string>(answers, {
      queryKey: ['list', 'monday'],
      queryFn: () =>
        new Promise((resolve, reject) =>
          pendingReads.push((answer) => (typeof answer === 'string' ? resolve(answer) : reject(answer))),
        ),
    })
    const hide = observer.subscribe(() => undefined)
    return { shown: () => observer.getCurrentResult().data, hide }
  }
  return { markStale: createMarkStale(answers), pendingReads, show }
}

test('a change during the first read repeats the read once', async () => {
  const { markStale, pendingReads, show } = readList()
  const { shown } = show()
  markStale(['list'])
  markStale(['list', 'monday'])
  pendingReads[0]?.('before the change')
  await untilPasses(() => expect(pendingReads).toHaveLength(2))
  expect(shown()).toBe('before the change')
  pendingReads[1]?.('after it')
  await untilPasses(() => expect(shown()).toBe('after it'))
  expect(pendingReads).toHaveLength(2)
})

test('changes faster than answers do not prevent answers from being shown', async () => {
  const { markStale, pendingReads, show } = readList()
  const { shown } = show()
  pendingReads[0]?.('0')
  await untilPasses(() => expect(shown()).toBe('0'))
  markStale(['list'])
  for (const turn of [1, 2, 3]) {
    markStale(['list'])
    pendingReads[turn]?.(String(turn))
    await untilPasses(() => expect(shown()).toBe(String(turn)))
  }
  expect(pendingReads).toHaveLength(5)
})

test('a change during a read that nobody shows is read when it is shown next', async () => {
  const { markStale, pendingReads, show } = readList()
  show().hide()
  markStale()
  pendingReads[0]?.('before the change')
  await untilPasses(() => expect(answers.getQueryData(['list', 'monday'])).toBe('before the change'))
  expect(pendingReads).toHaveLength(1)
  const { shown } = show()
  pendingReads[1]?.('after it')
  await untilPasses(() => expect(shown()).toBe('after it'))
})

test('a read that fails after a change is repeated exactly once', async () => {
  const { markStale, pendingReads, show } = readList()
  const { shown } = show()
  markStale(['list'])
  pendingReads[0]?.(new Error('the link was lost'))
  await untilPasses(() => expect(pendingReads).toHaveLength(2))
  pendingReads[1]?.(new Error('the link was lost'))
  await untilPasses(() => expect(answers.isFetching()).toBe(0))
  expect(pendingReads).toHaveLength(2)
  markStale(['list'])
  pendingReads[2]?.('back')
  await untilPasses(() => expect(shown()).toBe('back'))
})

test('a change of another day does not make this day stale', async () => {
  const { markStale, pendingReads, show } = readList()
  const { shown } = show()
  markStale(['list', 'tuesday'])
  pendingReads[0]?.('monday')
  await untilPasses(() => expect(shown()).toBe('monday'))
  expect(answers.isFetching()).toBe(0)
  expect(pendingReads).toHaveLength(1)
})
