// How the page comes by the token of this launch in the browser shell: swaps the code in its address for it, once, and keeps
// it for as long as this window lives, so that a reload works.

export interface LaunchDoors {
  /** The address's fragment, with its #. */
  fragment: string
  eraseFragment: () => void
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  swap: (code: string) => Promise<Response>
}

const storedUnder = 'kant-station-token'

/** Null: there is no token to be had, and the app has to be started again. Rejects when the shell cannot be reached. */
export async function readToken({ fragment, eraseFragment, storage, swap }: LaunchDoors): Promise<string | null> {
  const code = /^#launch=([0-9A-Za-z_-]+)$/.exec(fragment)?.[1]
  if (code === undefined) return storage.getItem(storedUnder)
  const response = await swap(code)
  eraseFragment()
  if (!response.ok) return storage.getItem(storedUnder)
  const token = tokenIn(await response.json())
  if (token !== null) storage.setItem(storedUnder, token)
  return token
}

export function forgetToken(storage: LaunchDoors['storage']): void {
  storage.removeItem(storedUnder)
}

function tokenIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('token' in body)) return null
  return typeof body.token === 'string' ? body.token : null
}
