// Entry point of the browser shell: the screen on loopback, and the station that other programs of its user reach there.
export { serveFolder, serveStation } from './serve-station.ts'
