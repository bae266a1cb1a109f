// Where others reach the service, as whoever starts it says. Never what a caller says: a letter's link would lead where he likes. Pure.
import { Refusal } from '../store/refusal.ts'

/** `https://host` of what was given. Throws a `Refusal` for what is no such address. */
export function publicOrigin(text: string): string {
  const url = URL.parse(text)
  const plain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '') &&
    url.pathname === '/'
  if (!plain) throw new Refusal('invalid', `the public address is https://HOST and nothing after it, not "${text}"`)
  return url.origin
}
