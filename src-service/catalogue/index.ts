// The catalogue of products and fittings, and its calls.
export { catalogueCalls } from './catalogue-calls.ts'
export { catalogue } from './catalogue.ts'
export type { Catalogue } from './catalogue.ts'
