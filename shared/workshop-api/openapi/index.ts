// Entry point of the service's description of itself. Pure.
export { describeService } from './document.ts'
