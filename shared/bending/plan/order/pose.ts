// The numbers by which the search knows the edge at the gauge and the face that is up. Pure.
import type { PlanPose } from '../plan.ts'

/** The edge at the gauge (1: the last one) for a side of the blank (1: towards the last flange). */
export const edgeOf = (side: 1 | -1): number => (side > 0 ? 1 : 0)

/** The inverse of `edgeOf`. */
export const sideOf = (edge: number): 1 | -1 => (edge === 1 ? 1 : -1)

/** Face 1 is B, edge 1 is the last one. */
export const poseOf = ({ face, edge }: { readonly face: number; readonly edge: number }): PlanPose => ({
  faceUp: face === 1 ? 'B' : 'A',
  edgeAtGauge: edge === 1 ? 'last' : 'first',
})
