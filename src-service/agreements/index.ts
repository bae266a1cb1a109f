// The agreements of customers, their calls, and the rules for call-offs.
export { agreementCalls } from './agreement-calls.ts'
export { agreementStore } from './agreement-store.ts'
export type { AgreementEventType, AgreementStore } from './agreement-store.ts'
export { deliveryDay, findPosition, requireActive } from './call-off.ts'
