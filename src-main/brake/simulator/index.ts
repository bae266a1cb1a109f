// The public interface of the brake simulator.
export { runControlCommand as obey } from './control-commands.ts'
export { startSimulator } from './simulator.ts'
