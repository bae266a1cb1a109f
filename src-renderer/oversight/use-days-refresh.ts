// Reads each of the days from the service, one after the other, until it is stopped. Accesses the connection to the station.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callStation } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'

export interface DaysRefresh {
  state: 'idle' | 'running' | 'stopped' | 'failed'
  done: number
  total: number
  /** The day that could not be read. */
  failedDate: string | null
}

const idle: DaysRefresh = { state: 'idle', done: 0, total: 0, failedDate: null }

export function useDaysRefresh() {
  const link = useStationLink()
  const queryClient = useQueryClient()
  const [refresh, setRefresh] = useState<DaysRefresh>(idle)
  const run = useRef(0)
  useEffect(() => () => void (run.current += 1), [])

  const readDays = async (dates: readonly string[]): Promise<void> => {
    const thisRun = (run.current += 1)
    const total = dates.length
    setRefresh({ ...idle, state: 'running', total })
    let done = 0
    for (const date of dates) {
      const hasFailed = await callStation(link, 'oversight.ask', { date }).then(
        () => false,
        () => true,
      )
      if (run.current !== thisRun) return
      if (hasFailed) return setRefresh({ state: 'failed', done, total, failedDate: date })
      done += 1
      setRefresh({ state: 'running', done, total, failedDate: null })
      void queryClient.invalidateQueries({ queryKey: ['oversight'] }, { cancelRefetch: false })
    }
    setRefresh(idle)
  }
  return {
    refresh,
    start: (dates: readonly string[]): void => void readDays(dates),
    stop: (): void => {
      run.current += 1
      setRefresh((current) => ({ ...current, state: 'stopped' }))
    },
  }
}
