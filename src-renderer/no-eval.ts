// Runs before main.tsx, so before any schema is made: the page's policy forbids making code from text, and zod must not even
// try.
import * as z from 'zod'

z.config({ jitless: true })
