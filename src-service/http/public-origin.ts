// Checks the public origin of the service. It is set at the start and never taken from a caller, who could redirect the links in mail.
// Pure.
import { Refusal } from '../store/refusal.ts'

/** Returns `https://host`. Throws a `Refusal` for any other kind of address. */
export function publicOrigin(text: string): string {
  const url = URL.parse(text)
  const plain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '') &&
    url.pathname === '/'
  if (!plain) throw new Refusal('invalid', `the public address must be https://HOST without a path, not "${text}"`)
  return url.origin
}
