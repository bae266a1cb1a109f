// A reason as a station of another version sends it. Pure types.

/** Its code may be unknown here. */
export interface CodedReason {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}
