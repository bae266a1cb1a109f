// Decides when a downloaded update is installed: after a person has agreed and while the station is idle. Pure.

export interface UpdateGate {
  /** A version is ready to install. */
  ready: (version: string) => void
  /** No version is ready any more. Agreement to a version stays. */
  withdraw: () => void
  /** Whether the station is idle; false also where none answers: it may be sending a mark. */
  idle: (idle: boolean) => void
  /** A person has agreed to the version that is ready. */
  agree: () => void
  /** The version that is ready; null: none. */
  version: () => string | null
}

/** `install`: returns whether the installation has begun; it is not called again then. */
export function createUpdateGate(install: () => boolean): UpdateGate {
  let version: string | null = null
  let agreed: string | null = null
  let idle = false
  let done = false
  const installIfAllowed = (): void => {
    if (done || !idle || version === null || agreed !== version) return
    done = install()
    // a file that was refused is not ready
    if (!done) version = null
  }
  return {
    ready: (next) => {
      version = next
      installIfAllowed()
    },
    withdraw: () => {
      version = null
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
