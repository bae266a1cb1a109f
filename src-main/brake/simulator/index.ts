// The public interface of the brake simulator.
export { runControlCommand } from './control-commands.ts'
export { startSimulator } from './simulator.ts'
