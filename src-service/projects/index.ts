// The projects and their calls.
export { projectCalls } from './project-calls.ts'
export { projectStore } from './project-store.ts'
export type { ProjectStore } from './project-store.ts'
