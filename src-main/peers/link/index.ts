// The entry point of the link between two stations.
export * from './messages.ts'
export { openSocket, PeerSocket, SocketServer } from './peer-socket.ts'
export { dialTls, exporterOf, LinkRefusedError, listenTls } from './tls.ts'
