// The actions on the plan of a day. Each asks for the initials first where initials are used.
import type { PlanRow } from '../../shared/planning/index.ts'
import type { CallError } from '../../shared/station-api/index.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState } from '../station/station-context.tsx'
import { useActor } from '../work/use-actor.tsx'

export interface PlanActions {
  /** An action is running. */
  isPending: boolean
  /** An action is running, or the station is not reachable. */
  isBusy: boolean
  /** The error of the last action. */
  error: CallError | null
  choose: (row: PlanRow, machine: string | null) => void
  pin: (row: PlanRow, isPinned: boolean) => void
  move: (row: PlanRow, machine: string, before: string | null) => void
  split: (row: PlanRow, into: { longestMm: number; lapMm: number } | null) => void
  order: (machine: string, sheetIds: string[]) => void
  undo: (actId: string) => void
  /** The caller renders it. */
  dialog: React.ReactNode
}

export function usePlanActions(date: string): PlanActions {
  const isLost = useLinkState() === 'lost'
  const actor = useActor('plan')
  const [choose, pin, move] = [useCall('plan.choose'), useCall('plan.pin'), useCall('plan.move')]
  const [split, order, undo] = [useCall('plan.split'), useCall('plan.order'), useCall('plan.undo')]
  const calls = [choose, pin, move, split, order, undo]
  const last = calls.reduce((newest, call) => (call.submittedAt > newest.submittedAt ? call : newest))
  const sheetInput = ({ sheetId, view }: PlanRow, operatorId: string | null) => ({
    date,
    sheetId,
    drawingVersion: view.entry.drawingVersion,
    operatorId,
  })
  const isPending = calls.some((call) => call.isPending)
  return {
    isPending,
    isBusy: isLost || isPending,
    error: last.error,
    choose: (row, machine) => actor.act((operatorId) => choose.mutate({ ...sheetInput(row, operatorId), machine })),
    pin: (row, isPinned) => actor.act((operatorId) => pin.mutate({ ...sheetInput(row, operatorId), isPinned })),
    move: (row, machine, before) =>
      actor.act((operatorId) => move.mutate({ ...sheetInput(row, operatorId), machine, before })),
    split: (row, into) => actor.act((operatorId) => split.mutate({ ...sheetInput(row, operatorId), into })),
    order: (machine, sheetIds) => actor.act((operatorId) => order.mutate({ date, machine, sheetIds, operatorId })),
    undo: (actId) => actor.act((operatorId) => undo.mutate({ date, actId, operatorId })),
    dialog: actor.dialog,
  }
}
