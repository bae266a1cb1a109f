// Entry point of the folding machine: the plan, and the check of a user's order. Pure.
export { checkOrderOnFolder, planOnFolder } from './folder-plan.ts'
