// Whether a file is the program that was started, and not imported by a test.
import process from 'node:process'

/** Unlike `import.meta.main`, also true for a program that `src-main/cli/node-24.mjs` starts. `file`: its `import.meta.filename`. */
export const isStarted = (file: string): boolean => process.argv[1] === file
