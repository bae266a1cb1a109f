// The public interface of the window.
export { openDesktop } from './desktop.ts'
