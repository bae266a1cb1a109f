// The part of the set-up screen for the workshop's tools and their outlines.
export { ToolsPart } from './tools-part.tsx'
