// Entry point of the browser shell: the screen on loopback.
export { serveBrowserShell } from './browser-shell.ts'
