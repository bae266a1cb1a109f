// The public interface of `npm start`: the build, the station on loopback, and the window.
export { buildIfStale } from './build.ts'
export { findElectron } from './electron-binary.ts'
export { openScreen } from './open-screen.ts'
export { serveFolder, serveStation } from './serve-station.ts'
export { startApp } from './start-app.ts'
