// The public interface of `npm run package`.
export { packageFault } from './package-fault.ts'
