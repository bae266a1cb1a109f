// The entry point of the plan.
export { MachineSettings, type MachineSettingFact } from './machine-settings.ts'
export { PlanCalls } from './plan-calls.ts'
