// Obtains the token of this launch from the browser shell: exchanges the code in the address once, and stores the token as long as the
// window is open, so that a reload works.

export interface LaunchPage {
  /** The address's fragment at this moment, with its #. */
  readFragment: () => string
  eraseFragment: () => void
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  exchange: (code: string) => Promise<Response>
}

const storageKey = 'kant-station-token'

/** Null: there is no valid token, and the app must be started again. Rejects when the shell cannot be reached. */
export async function readToken({
  readFragment,
  eraseFragment,
  storage,
  exchange,
}: LaunchPage): Promise<string | null> {
  const fragment = readFragment()
  const code = /^#launch=([0-9A-Za-z_-]+)$/.exec(fragment)?.[1]
  if (code === undefined) return storage.getItem(storageKey)
  const response = await exchange(code)
  // during the exchange the user may have opened another screen, whose address stays
  if (readFragment() === fragment) eraseFragment()
  if (!response.ok) return storage.getItem(storageKey)
  const token = tokenIn(await response.json())
  if (token !== null) storage.setItem(storageKey, token)
  return token
}

export function forgetToken(storage: LaunchPage['storage']): void {
  storage.removeItem(storageKey)
}

function tokenIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('token' in body)) return null
  return typeof body.token === 'string' ? body.token : null
}
