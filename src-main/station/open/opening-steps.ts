// The steps of a start, in their order. It is one list, from which a test makes each step fail. Pure.

/** `page`, `attach`: only where screens reach the station over loopback. */
export const openingSteps = [
  'settings',
  'log',
  'key',
  'outbox',
  'cache',
  'network',
  'parts',
  'station',
  'page',
  'attach',
] as const

/** Reached when the step's part is open and will be closed after a failure of a later step. */
export type OpeningBoundary = `${(typeof openingSteps)[number]}_open`
