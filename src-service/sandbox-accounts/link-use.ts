/** The values of the column `sandbox_ask.used`: what happened to the sandbox of a link. */
export const linkUse = {
  unused: 0,
  /** Its sandbox was made. */
  used: 1,
  /** Its sandbox is being made. After a restart of the service the link is unused again. */
  inUse: 2,
} as const
