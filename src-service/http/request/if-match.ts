// Reads `If-Match`: the version that the caller changes, in the form `"v7"` with quotation marks (specification 4.1). Pure.
import { invalid } from '../failure.ts'

const versionTag = /^"v([1-9]\d{0,14})"$/

/** Throws a 400 for a malformed header. The gate has refused a missing one. */
export function readIfMatch(header: string | undefined): number {
  const version = versionTag.exec(header ?? '')?.[1]
  if (version === undefined) throw invalid(['If-Match'], 'If-Match skal være versjonen i anførselstegn: "v7".')
  return Number(version)
}
