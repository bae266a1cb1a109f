// The public interface of the session.
export { faultOf } from './fault.ts'
export type { BrakeFault, LinkState, PolledState } from './brake-event.ts'
export type { JobEvent, JobLedger, StoredJob } from './job.ts'
export { linkOf, type Link, type LinkRefusal } from './link.ts'
export { openSession, type ConnectedDriver, type Session, type SessionParts, type SessionRefusal } from './session.ts'
