// Entry point of what moves through the stages: the scrubber and the playback.
export { StageScrubber } from './stage-scrubber.tsx'
export { usePlayback } from './use-playback.ts'
