// Asks the service for each of the days, one after the other, until it is told to stop. Touches the station's link.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { asked } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'

export interface Asking {
  state: 'idle' | 'running' | 'stopped' | 'failed'
  done: number
  total: number
  /** Of which nothing came. */
  failedAt: string | null
}

const idle: Asking = { state: 'idle', done: 0, total: 0, failedAt: null }

export function useAsking() {
  const link = useStationLink()
  const answers = useQueryClient()
  const [asking, become] = useState<Asking>(idle)
  const run = useRef(0)
  useEffect(() => () => void (run.current += 1), [])

  const ask = async (dates: readonly string[]): Promise<void> => {
    const mine = (run.current += 1)
    const total = dates.length
    become({ ...idle, state: 'running', total })
    let done = 0
    for (const date of dates) {
      const failed = await asked(link, 'oversight.ask', { date }).then(
        () => false,
        () => true,
      )
      if (run.current !== mine) return
      if (failed) return become({ state: 'failed', done, total, failedAt: date })
      done += 1
      become({ state: 'running', done, total, failedAt: null })
      void answers.invalidateQueries({ queryKey: ['oversight'] }, { cancelRefetch: false })
    }
    become(idle)
  }
  return {
    asking,
    ask: (dates: readonly string[]): void => void ask(dates),
    stop: (): void => {
      run.current += 1
      become((now) => ({ ...now, state: 'stopped' }))
    },
  }
}
