// The entry point of the sandbox, on which a station runs while no workshop is connected.
export * from './sandbox-service.ts'
export * from './sandbox.ts'
