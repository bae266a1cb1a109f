// The public interface of `npm run demo`.
export { runDemo } from './run-demo.ts'
