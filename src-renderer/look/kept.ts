// What a screen keeps for itself on this computer. In its local storage, and, since a browser has another one for each port that
// the station is served on, in a cookie, which has none.

export interface Kept {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
}

const yearS = 365 * 24 * 60 * 60

/** Never throws: a browser that keeps nothing forgets at its end. */
export function keptHere(storage: Kept, page: { cookie: string }, protocol: string): Kept {
  const hasCookies = protocol === 'http:'
  return {
    getItem: (key) => {
      const stored = tried(() => storage.getItem(key))
      return stored ?? (hasCookies ? cookieOf(page.cookie, key) : null)
    },
    setItem: (key, value) => {
      tried(() => storage.setItem(key, value))
      if (hasCookies) page.cookie = `${key}=${encodeURIComponent(value)}; path=/; max-age=${yearS}; SameSite=Strict`
    },
  }
}

function cookieOf(cookies: string, key: string): string | null {
  const found = cookies.split('; ').find((one) => one.startsWith(`${key}=`))
  return found === undefined ? null : (tried(() => decodeURIComponent(found.slice(key.length + 1))) ?? null)
}

function tried<Value>(attempt: () => Value): Value | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
