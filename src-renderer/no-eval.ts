// Runs before main.tsx, so before any schema is created: the page's content policy forbids eval, so zod must not try it.
import * as z from 'zod'

z.config({ jitless: true })
