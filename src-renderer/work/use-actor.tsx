// Whoever acts: asked for by large initials at the first act after a start or a long pause, and not again until then.
import { useState, useSyncExternalStore } from 'react'
import type { OperatorView } from '../../shared/station-api/index.ts'
import { useOperators } from '../station/work-queries.ts'
import { OperatorDialog } from './operator-dialog.tsx'
import { createOperatorStore } from './operator-now.ts'

const store = createOperatorStore(() => Date.now())
for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, store.touched, { capture: true })

export interface Actor {
  /** Null: nobody is chosen, or somebody without a name. */
  operator: OperatorView | null
  /** Does it at once, or as soon as somebody has said who they are. */
  act: (how: (operatorId: string | null) => void) => void
  /** Asks who it is without anything to do. */
  change: () => void
  /** To be put into the page. */
  dialog: React.ReactNode
}

/** `at`: what whoever acts is asked as. */
export function useActor(at: 'machine' | 'plan' = 'machine'): Actor {
  const now = useSyncExternalStore(store.subscribe, store.now)
  const operators = useOperators().data?.operators ?? []
  const [asking, ask] = useState<{ act: ((operatorId: string | null) => void) | null } | null>(null)
  const active = operators.filter((operator) => operator.active)
  const operator = active.find(({ id }) => id === now.operatorId) ?? null
  const answer = (operatorId: string | null): void => {
    store.choose(operatorId)
    ask(null)
    asking?.act?.(operatorId)
  }
  return {
    operator,
    act: (how) => {
      // where nobody has put initials in, there is nothing to choose from
      if (operator !== null || now.asked || active.length === 0) how(operator?.id ?? null)
      else ask({ act: how })
    },
    change: () => ask({ act: null }),
    dialog: (
      <OperatorDialog isOpen={asking !== null} at={at} operators={active} onAnswer={answer} onClose={() => ask(null)} />
    ),
  }
}
