// The workshop whose sheets a station has stored. Reads the cache.
import { CallError } from '../../../shared/station-api/index.ts'
import { fingerprintOf } from '../../../shared/workshop-api/index.ts'
import type { Cache } from '../../cache/index.ts'

interface Stored {
  cache: Pick<Cache, 'fingerprint'>
}

/** `shopSlug/environment` of the workshop whose sheets are stored; null while the station has never been connected. */
export function storedFingerprint({ cache }: Stored): string | null {
  const owner = cache.fingerprint()
  return owner === null ? null : fingerprintOf(owner)
}

/** The same. Throws CallError while the station has never been connected. */
export function requiredFingerprint(stored: Stored): string {
  const fingerprint = storedFingerprint(stored)
  if (fingerprint === null)
    throw new CallError('not_connected', 'the station does not know which workshop this sheet is of')
  return fingerprint
}
