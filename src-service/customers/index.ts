// The customers of a workshop, their calls, and the customer of a call.
export { customerCalls } from './customer-calls.ts'
export { customerOfCall } from './customer-of-call.ts'
export { customerStore } from './customer-store.ts'
export type { CustomerStore, EmbeddedCustomer } from './customer-store.ts'
