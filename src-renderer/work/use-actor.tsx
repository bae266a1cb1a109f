// The person who acts. The first action after a start or a long pause asks for the initials.
import { useState } from 'react'
import type { OperatorView } from '../../shared/station-api/index.ts'
import { useOperators } from '../station/work-queries.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { OperatorDialog } from './operator-dialog.tsx'

export interface Actor {
  /** Null: nobody is chosen, or a person without a name. */
  operator: OperatorView | null
  /** Runs the action at once, or after the person has answered. */
  act: (how: (operatorId: string | null) => void) => void
  /** Asks for the person without an action. */
  change: () => void
  /** The caller renders it. */
  dialog: React.ReactNode
}

/** `at`: whether the dialog addresses an operator or a planner. */
export function useActor(at: 'machine' | 'plan' = 'machine'): Actor {
  const { operator: operatorState } = useScreenStore()
  const current = useSlice(operatorState.current)
  const operators = useOperators().data?.operators ?? []
  const [asking, setAsking] = useState<{ act: ((operatorId: string | null) => void) | null } | null>(null)
  const active = operators.filter((operator) => operator.active)
  const operator = active.find(({ id }) => id === current.operatorId) ?? null
  const answer = (operatorId: string | null): void => {
    operatorState.choose(operatorId)
    setAsking(null)
    asking?.act?.(operatorId)
  }
  return {
    operator,
    act: (how) => {
      // without initials there is nothing to choose from
      if (operator !== null || current.isAnswered || active.length === 0) how(operator?.id ?? null)
      else setAsking({ act: how })
    },
    change: () => setAsking({ act: null }),
    dialog: (
      <OperatorDialog
        isOpen={asking !== null}
        at={at}
        operators={active}
        onAnswer={answer}
        onClose={() => setAsking(null)}
      />
    ),
  }
}
