// The public interface of the brake commands.
export { brakeUsage, runBrake, runPorts } from './brake-command.ts'
