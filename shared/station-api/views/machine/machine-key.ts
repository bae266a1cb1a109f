// How the plan names a machine. Pure.
import * as z from 'zod'

/** A machine: the id of the service's press brake, or the name of one that the service does not know. */
export const machineKey = z.string().min(1).max(200)

export const machineKeyOf = ({ pressBrakeId, name }: { pressBrakeId: string | null; name: string }): string =>
  pressBrakeId ?? name
