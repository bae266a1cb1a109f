// What a screen stores on this computer: in its local storage and in a cookie. Local storage differs per port that the station is served
// on; a cookie does not.

export interface ScreenStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
}

const yearS = 365 * 24 * 60 * 60

/** Never throws: in a browser without storage the values end with the page. */
export function createScreenStorage(storage: ScreenStorage, page: { cookie: string }, protocol: string): ScreenStorage {
  const hasCookies = protocol === 'http:'
  return {
    getItem: (key) => {
      const stored = valueOrNull(() => storage.getItem(key))
      return stored ?? (hasCookies ? readCookie(page.cookie, key) : null)
    },
    setItem: (key, value) => {
      valueOrNull(() => storage.setItem(key, value))
      if (hasCookies) page.cookie = `${key}=${encodeURIComponent(value)}; path=/; max-age=${yearS}; SameSite=Strict`
    },
  }
}

function readCookie(cookies: string, key: string): string | null {
  const cookie = cookies.split('; ').find((one) => one.startsWith(`${key}=`))
  return cookie === undefined ? null : valueOrNull(() => decodeURIComponent(cookie.slice(key.length + 1)))
}

function valueOrNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
