// The parts of the set-up screen, in the order in which a new station is set up. Pure.
export const setUpParts = [
  'workshop',
  'brake',
  'tools',
  'settings',
  'screens',
  'stations',
  'state',
  'log',
  'support',
  'backup',
  'update',
] as const
export type SetUpPart = (typeof setUpParts)[number]

/** An unknown part opens the first one. */
export const partOf = (part: string | null): SetUpPart =>
  setUpParts.find((candidate) => candidate === part) ?? 'workshop'
