// The HTTP server: the gate, the checks of calls, the repeated calls, and the routes.
export { Gate } from './gate.ts'
export { answerStore } from './idempotency.ts'
export type { AnswerStore } from './idempotency.ts'
export { openapiRoute } from './open-routes.ts'
export { publicOrigin } from './origin.ts'
export { createServer, defaultTimeouts } from './server.ts'
export type { Timeouts } from './server.ts'
