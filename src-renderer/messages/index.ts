// The message bar of every screen.
export { isGoodNews } from './message.ts'
export { AllMessages, MessageBar } from './message-bar.tsx'
export { MessageLine } from './message-line.tsx'
export { UpdateNowButton } from './update-now-button.tsx'
export { useMessages } from './use-messages.ts'
