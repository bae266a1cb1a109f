// Entry point of the folding machine: the plan, and the checks of a user's order and of further turns. Pure.
export { blockedOnFolder, checkOrderOnFolder, planOnFolder } from './folder-plan.ts'
