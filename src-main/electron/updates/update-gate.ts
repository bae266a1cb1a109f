// Decides when a downloaded update is installed: after a person has agreed and while the station is idle. Pure.

export interface UpdateGate {
  /** A version is ready to install. */
  ready: (version: string) => void
  /** Whether the station is idle; false also where none answers: it may be sending a mark. */
  idle: (idle: boolean) => void
  /** A person has agreed to the version that is ready. */
  agree: () => void
  /** The version that is ready; null: none. */
  version: () => string | null
}

/** `install` is called at most once. */
export function createUpdateGate(install: () => void): UpdateGate {
  let version: string | null = null
  let agreed: string | null = null
  let idle = false
  let done = false
  const installIfAllowed = (): void => {
    if (done || !idle || version === null || agreed !== version) return
    done = true
    install()
  }
  return {
    ready: (next) => {
      version = next
      installIfAllowed()
    },
    idle: (now) => {
      idle = now
      installIfAllowed()
    },
    agree: () => {
      agreed = version
      installIfAllowed()
    },
    version: () => version,
  }
}
