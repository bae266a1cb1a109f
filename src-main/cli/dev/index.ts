// The public interface of `npm run dev`.
export { runDev } from './run-dev.ts'
