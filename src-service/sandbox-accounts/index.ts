// The sandboxes that are made from links, the page for them, and their deletion.
export { IdleSandboxes } from './idle-sandboxes.ts'
export { isPageOpen, setPageOpen } from './page-switch.ts'
export { removeUnfinishedSandboxes, removeWorkshop } from './remove-workshop.ts'
export { SandboxLinks } from './sandbox-links.ts'
export { sandboxPages } from './sandbox-page.ts'
export { sandboxStore } from './sandbox-store.ts'
export type { Sandbox, SandboxStore } from './sandbox-store.ts'
