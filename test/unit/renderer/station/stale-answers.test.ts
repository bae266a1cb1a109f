import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { afterEach, expect, test, vi } from 'vitest'
import { createMarkStale } from '../../../../src-renderer/station/stale-answers.ts'

let answers: QueryClient
afterEach(() => answers.clear())

/** A list query whose answers the test sends. */
function askedList() {
  answers = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, networkMode: 'always' } },
  })
  const asked: ((answer: string | Error) => void)[] = []
  const show = () => {
    const observer = new QueryObserver<string>(answers, {
      queryKey: ['list', 'monday'],
      queryFn: () =>
        new Promise((resolve, reject) =>
          asked.push((answer) => (typeof answer === 'string' ? resolve(answer) : reject(answer))),
        ),
    })
    const away = observer.subscribe(() => undefined)
    return { shown: () => observer.getCurrentResult().data, away }
  }
  return { markStale: createMarkStale(answers), asked, show }
}

test('a change during the first read repeats the read once', async () => {
  const { markStale, asked, show } = askedList()
  const { shown } = show()
  markStale(['list'])
  markStale(['list', 'monday'])
  asked[0]?.('before the change')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(shown()).toBe('before the change')
  asked[1]?.('after it')
  await vi.waitFor(() => expect(shown()).toBe('after it'))
  expect(asked).toHaveLength(2)
})

test('changes faster than answers do not prevent answers from being shown', async () => {
  const { markStale, asked, show } = askedList()
  const { shown } = show()
  asked[0]?.('0')
  await vi.waitFor(() => expect(shown()).toBe('0'))
  markStale(['list'])
  for (const turn of [1, 2, 3]) {
    markStale(['list'])
    asked[turn]?.(String(turn))
    await vi.waitFor(() => expect(shown()).toBe(String(turn)))
  }
  expect(asked).toHaveLength(5)
})

test('a change during a read that nobody shows is read when it is shown next', async () => {
  const { markStale, asked, show } = askedList()
  show().away()
  markStale()
  asked[0]?.('before the change')
  await vi.waitFor(() => expect(answers.getQueryData(['list', 'monday'])).toBe('before the change'))
  expect(asked).toHaveLength(1)
  const { shown } = show()
  asked[1]?.('after it')
  await vi.waitFor(() => expect(shown()).toBe('after it'))
})

test('a read that fails after a change is repeated exactly once', async () => {
  const { markStale, asked, show } = askedList()
  const { shown } = show()
  markStale(['list'])
  asked[0]?.(new Error('the link was lost'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.(new Error('the link was lost'))
  await vi.waitFor(() => expect(answers.isFetching()).toBe(0))
  expect(asked).toHaveLength(2)
  markStale(['list'])
  asked[2]?.('back')
  await vi.waitFor(() => expect(shown()).toBe('back'))
})

test('a change of another day does not make this day stale', async () => {
  const { markStale, asked, show } = askedList()
  const { shown } = show()
  markStale(['list', 'tuesday'])
  asked[0]?.('monday')
  await vi.waitFor(() => expect(shown()).toBe('monday'))
  expect(answers.isFetching()).toBe(0)
  expect(asked).toHaveLength(1)
})
