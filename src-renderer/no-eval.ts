// Imported before any schema is made: the page's policy forbids making code from text, so zod must not even try.
import * as z from 'zod'

z.config({ jitless: true })
