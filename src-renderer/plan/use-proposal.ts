// An order that is looked for beside the page: in steps, between which the page answers; nothing more of it once nobody waits.
import { useEffect, useState } from 'react'
import { orderSteps, type PlanLane, type ProposedOrder } from '../../shared/planning/index.ts'

/** So long at a time, ms: most of a frame is left to the page. */
const sliceMs = 8

export interface Proposal {
  /** 0 to 1, at least. */
  done: number
  /** Null: it is still looked for. */
  found: ProposedOrder | null
}

export function useProposal({ lane, machine }: PlanLane): Proposal {
  const [proposal, tell] = useState<Proposal>({ done: 0, found: null })
  const { slots } = lane
  const { times } = machine
  useEffect(() => {
    const steps = orderSteps(
      slots.map(({ job }) => job),
      times,
    )
    let timer = 0
    const slice = (): void => {
      const until = performance.now() + sliceMs
      for (;;) {
        const { done, value } = steps.next()
        if (done === true) return tell({ done: 1, found: value })
        if (performance.now() < until) continue
        tell({ done: value, found: null })
        timer = window.setTimeout(slice)
        return
      }
    }
    // the dialog stands on the screen first
    timer = window.setTimeout(slice)
    return () => window.clearTimeout(timer)
  }, [slots, times])
  return proposal
}
