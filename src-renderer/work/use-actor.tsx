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
  act: (action: (operatorId: string | null) => void) => void
  /** Asks for the person without an action. */
  change: () => void
  /** The caller renders it. */
  dialog: React.ReactNode
}

/** `place`: whether the dialog addresses an operator or a planner. */
export function useActor(place: 'machine' | 'plan' = 'machine'): Actor {
  const { operator: operatorState } = useScreenStore()
  const current = useSlice(operatorState.current)
  const operators = useOperators().data?.operators ?? []
  const [prompt, setPrompt] = useState<{ action: ((operatorId: string | null) => void) | null } | null>(null)
  const active = operators.filter((operator) => operator.active)
  const operator = active.find(({ id }) => id === current.operatorId) ?? null
  const answer = (operatorId: string | null): void => {
    operatorState.choose(operatorId)
    setPrompt(null)
    prompt?.action?.(operatorId)
  }
  return {
    operator,
    act: (action) => {
      // without initials there is nothing to choose from
      if (operator !== null || current.isAnswered || active.length === 0) action(operator?.id ?? null)
      else setPrompt({ action })
    },
    change: () => setPrompt({ action: null }),
    dialog: (
      <OperatorDialog
        isOpen={prompt !== null}
        place={place}
        operators={active}
        onAnswer={answer}
        onClose={() => setPrompt(null)}
      />
    ),
  }
}
