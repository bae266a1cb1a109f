// The payments, their calls, and the payment page.
export { paymentCalls } from './payment-calls.ts'
export { paymentPage } from './payment-page.ts'
export { PaymentStore } from './payment-store.ts'
