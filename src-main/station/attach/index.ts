// The entry point of attaching to a station that already runs on this computer.
export { askForScreen, readAttachFile, writeAttachFile } from './attach-file.ts'
export * from './web-socket-channel.ts'
