// Searches for a better order in slices, so that the page stays responsive. Stops when the component is unmounted.
import { useEffect, useState } from 'react'
import { orderSteps, type PlanLane, type ProposedOrder } from '../../shared/planning/index.ts'
import { runInSlices } from '../ui/run-in-slices.ts'

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
    return runInSlices(
      steps,
      (order) => setProposal({ done: 1, order }),
      (done) => setProposal({ done, order: null }),
    )
  }, [slots, times])
  return proposal
}
