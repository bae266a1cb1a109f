// Searches for a better order in time slices, so that the page stays responsive. Stops when the component is unmounted.
import { useEffect, useState } from 'react'
import { orderSteps, type PlanLane, type ProposedOrder } from '../../shared/planning/index.ts'

/** The length of a slice: it leaves most of a frame to the page. */
const sliceMs = 8

export interface Proposal {
  /** A lower bound of the progress, 0 to 1. */
  done: number
  /** Null: the search is running. */
  order: ProposedOrder | null
}

export function useProposal({ lane, machine }: PlanLane): Proposal {
  const [proposal, setProposal] = useState<Proposal>({ done: 0, order: null })
  const { slots } = lane
  const { times } = machine
  useEffect(() => {
    const steps = orderSteps(
      slots.map(({ job }) => job),
      times,
    )
    let timer = 0
    const slice = (): void => {
      const endMs = performance.now() + sliceMs
      for (;;) {
        const { done, value } = steps.next()
        if (done === true) return setProposal({ done: 1, order: value })
        if (performance.now() < endMs) continue
        setProposal({ done: value, order: null })
        timer = window.setTimeout(slice)
        return
      }
    }
    // the dialog is rendered first
    timer = window.setTimeout(slice)
    return () => window.clearTimeout(timer)
  }, [slots, times])
  return proposal
}
