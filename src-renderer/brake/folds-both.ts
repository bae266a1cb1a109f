// Whether a folding machine swings its beam both ways: its programs have the direction at the machine.
import { useWorkshop } from '../station/queries.ts'

export function useFoldsBoth(machineName: string): boolean {
  const machines = useWorkshop().data?.machines ?? []
  return machines.some(
    ({ name, machine }) => name === machineName && machine?.kind === 'folder' && machine.folds === 'both',
  )
}
