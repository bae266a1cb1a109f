// The fault of a packaging as one sentence, where it is the network. Pure.

const noNetwork = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT)\b/

export interface Computer {
  platform: string
  arch: string
}

/** The text that electron-builder printed, or the file that it could not download and where to put it. */
export function packageFault(printed: string, electronVersion: string, { platform, arch }: Computer): string {
  const [code] = noNetwork.exec(printed) ?? []
  if (code === undefined) return printed
  const zip = `electron-v${electronVersion}-${platform}-${arch}.zip`
  return `No network (${code}), so ${zip} or a tool of electron-builder cannot be downloaded: set ELECTRON_OVERRIDE_DIST_PATH to that file, to a folder with it, or to an unpacked Electron ${electronVersion}.`
}
