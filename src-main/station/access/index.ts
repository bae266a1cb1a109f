// The entry point of what a screen may do: its lock, the PINs that open it, and the settings of every screen.
export { openPins } from './pins.ts'
export { openScreenAccess, type ScreenAccess } from './screen-access.ts'
