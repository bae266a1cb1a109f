// The face of the session: what the station and the command line may use of it.
export { faultOf } from './fault.ts'
export type { Fault, Heard, LinkState, Loaded } from './happening.ts'
export type { JobEvent, JobLedger, KeptJob } from './job.ts'
export { linkOf, type Link, type NamedLink } from './link.ts'
export { openSession, type Acted, type Connection, type Session, type SessionParts } from './session.ts'
