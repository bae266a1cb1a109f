// Entry point of reading a request: its JSON or form, checked against the schema of its operation.
export { checkedCall } from './checked-call.ts'
export { acceptForms } from './forms.ts'
export type { FormRules } from './forms.ts'
export { readJson } from './json-body.ts'
