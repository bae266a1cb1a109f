// The entry point of the link between two stations.
export * from './messages.ts'
export { openSocket, PeerSocket, SocketServer, type PeerSocketEvents } from './peer-socket.ts'
export { dialTls, exporterOf, LinkRefusedError, listenTls, type SecureSocket } from './tls.ts'
