// The public interface of the sandbox's programs: its service and its simulated brake.
export { startSandboxBrake, type SandboxBrake } from './sandbox-brake.ts'
export { sandboxPrograms, serviceProgram } from './sandbox-programs.ts'
