// The public interface of the session.
export { faultOf } from './fault.ts'
export type { BrakeFault, LinkState } from './brake-event.ts'
export type { JobLedger, StoredJob } from './job.ts'
export { linkOf, type Link, type LinkRefusal } from './link.ts'
export { openSession, type Session, type SessionRefusal } from './session.ts'
