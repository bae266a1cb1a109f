// What the screen sees of a machine: its brake connection, the plan of its bends and its tools. The only entry point of this folder. Pure.
export * from './bend-plan-view.ts'
export * from './brake-view.ts'
export * from './machine-key.ts'
export * from './tool-view.ts'
