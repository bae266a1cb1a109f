import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { afterEach, expect, test, vi } from 'vitest'
import { createGrowOld } from '../../../../src-renderer/station/old-answers.ts'

let answers: QueryClient
afterEach(() => answers.clear())

/** A list that is asked for, each time to be answered by hand. */
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
  return { growOld: createGrowOld(answers), asked, show }
}

test('a change told while the first answer is on its way has the question asked once more', async () => {
  const { growOld, asked, show } = askedList()
  const { shown } = show()
  growOld(['list'])
  growOld(['list', 'monday'])
  asked[0]?.('before the change')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(shown()).toBe('before the change')
  asked[1]?.('after it')
  await vi.waitFor(() => expect(shown()).toBe('after it'))
  expect(asked).toHaveLength(2)
})

test('changes that come faster than answers do not keep the answers from being shown', async () => {
  const { growOld, asked, show } = askedList()
  const { shown } = show()
  asked[0]?.('0')
  await vi.waitFor(() => expect(shown()).toBe('0'))
  growOld(['list'])
  for (const turn of [1, 2, 3]) {
    growOld(['list'])
    asked[turn]?.(String(turn))
    await vi.waitFor(() => expect(shown()).toBe(String(turn)))
  }
  expect(asked).toHaveLength(5)
})

test('a change told while nobody looks, and the answer is on its way, is read when it is shown next', async () => {
  const { growOld, asked, show } = askedList()
  show().away()
  growOld()
  asked[0]?.('before the change')
  await vi.waitFor(() => expect(answers.getQueryData(['list', 'monday'])).toBe('before the change'))
  expect(asked).toHaveLength(1)
  const { shown } = show()
  asked[1]?.('after it')
  await vi.waitFor(() => expect(shown()).toBe('after it'))
})

test('a question that failed after a change was told is asked once more, and no more than that', async () => {
  const { growOld, asked, show } = askedList()
  const { shown } = show()
  growOld(['list'])
  asked[0]?.(new Error('the link was lost'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.(new Error('the link was lost'))
  await vi.waitFor(() => expect(answers.isFetching()).toBe(0))
  expect(asked).toHaveLength(2)
  growOld(['list'])
  asked[2]?.('back')
  await vi.waitFor(() => expect(shown()).toBe('back'))
})

test('what another day’s change makes old is not this day’s list', async () => {
  const { growOld, asked, show } = askedList()
  const { shown } = show()
  growOld(['list', 'tuesday'])
  asked[0]?.('monday')
  await vi.waitFor(() => expect(shown()).toBe('monday'))
  expect(answers.isFetching()).toBe(0)
  expect(asked).toHaveLength(1)
})
