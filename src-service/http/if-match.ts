// Reads `If-Match`: the version that a change was made to, in the form `"v7"`, quotes and all (specification 4.1). Pure.
import { invalid } from './failure.ts'

const versionTag = /^"v([1-9]\d{0,14})"$/

/** The version that a call says it changes. A header that names none is a 400; a missing one the gate has refused. */
export function readIfMatch(header: string | undefined): number {
  const version = versionTag.exec(header ?? '')?.[1]
  if (version === undefined) throw invalid(['If-Match'], 'If-Match skal være versjonen i anførselstegn: "v7".')
  return Number(version)
}
