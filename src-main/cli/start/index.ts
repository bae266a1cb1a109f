// The public interface of `npm start`: the build and the window.
export { buildIfStale } from './build.ts'
export { findElectron } from './electron-binary.ts'
export { openScreen } from './open-screen.ts'
export { startApp } from './start-app.ts'
