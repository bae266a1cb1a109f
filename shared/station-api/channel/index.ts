// The protocol that carries the contract: channels, the served end and the screen's end. The only entry point of this folder.
export { dispatch, type Context } from './dispatch.ts'
export { ReconnectingLink, type LinkMessage, type OnCancel, type StationLink } from './link.ts'
export { memoryChannels } from './memory-channel.ts'
export { messagePortChannel, type Port } from './message-port-channel.ts'
export type { Channel } from './protocol.ts'
export { serve } from './serve.ts'
export { WireChannel } from './wire-channel.ts'
