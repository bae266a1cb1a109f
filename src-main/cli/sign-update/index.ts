// The public interface of `npm run sign-update`.
export { runSignUpdate } from './sign-update.ts'
